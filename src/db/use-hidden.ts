import { useSyncExternalStore } from 'react';
import { catalogStore, NO_CATALOG } from './catalog';

const read = () => catalogStore.get().hidden;

/** Ids of the people whom the reader has blocked: known from the first frame, offline too. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(catalogStore.subscribe, read, () => NO_CATALOG.hidden);
}
