import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { pendingStore } from '@/outbox/pending-store';
import { useSyncStatus } from '@/reads/sync-status';
import { PartBoundary } from '../router/route-boundary';

/** Lazy, because most phones never need them. */
const StorageTrouble = lazy(() => import('./storage-trouble'));
const ClearedNotice = lazy(() => import('@/features/outbox/components/cleared-notice'));

/** One line about storage that cannot be relied on, and about writes that its clearing may have lost; else nothing. */
export function StorageNotice() {
  const storage = useSyncStatus((status) => status.storage);
  const announced = useStore(pendingStore, (state) => state.announced);
  if (storage === 'ok' && !announced) return null;
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        {storage === 'ok' ? null : <StorageTrouble trouble={storage} />}
        {announced ? <ClearedNotice announced={announced} /> : null}
      </Suspense>
    </PartBoundary>
  );
}
