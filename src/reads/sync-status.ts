import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useInTransition } from '@/lib/use-in-transition';
import { type SyncStatus, syncStatus } from '@/sync/status';

export function useSyncStatus<T>(selector: (status: SyncStatus) => T): T {
  return useStore(syncStatus, selector);
}

/**
 * Like `useSyncStatus`, for values that change often while syncing: rendered without blocking input. `selector` has to
 * be stable.
 */
export function useSyncProgress<T>(selector: (status: SyncStatus) => T): T {
  return useInTransition(
    syncStatus.subscribe,
    useCallback(() => selector(syncStatus.getState()), [selector]),
    selector(syncStatus.getInitialState()),
  );
}
