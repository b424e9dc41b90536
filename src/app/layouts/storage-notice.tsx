import { lazy, Suspense } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { PartBoundary } from '../router/route-boundary';

/** Lazy, because most phones never need it. */
const StorageTrouble = lazy(() => import('./storage-trouble'));

/** One line about storage that cannot be relied on; nothing while it can. */
export function StorageNotice() {
  const storage = useSyncStatus((status) => status.storage);
  if (storage === 'ok') return null;
  return (
    <PartBoundary>
      <Suspense fallback={null}>
        <StorageTrouble trouble={storage} />
      </Suspense>
    </PartBoundary>
  );
}
