import { useEffect } from 'react';
import { type Catalog, catalogStore, NO_CATALOG } from '@/db/memory/catalog';
import { logger } from '@/lib/logger';
import { useInTransition } from '@/lib/use-in-transition';
import { ensureSync } from '@/sync/ensure-sync';

/** The listings in memory; renders again after every change, once `prepare` is done with it. */
export function useCatalog(prepare?: (catalog: Catalog) => Promise<void>): Catalog {
  const catalog = useInTransition(catalogStore.subscribe, catalogStore.get, NO_CATALOG, prepare);
  useEffect(() => {
    void catalogStore.open().then(() => {
      // There are rows but no record to paint from: the replica has to be read first.
      if (catalogStore.get().phase === 'opening') {
        ensureSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
      }
    });
  }, []);
  return catalog;
}
