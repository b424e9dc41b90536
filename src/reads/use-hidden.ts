import { catalogStore, NO_CATALOG } from '@/db/memory/catalog';
import { useInTransition } from '@/lib/use-in-transition';

const read = () => catalogStore.get().hidden;

/** Ids of the persons whom the reader has blocked: known from the first frame, offline too. */
export function useHidden(): ReadonlySet<string> {
  return useInTransition(catalogStore.subscribe, read, NO_CATALOG.hidden);
}
