/** Which styles are taught in which cities, for links to their pages. Never asks the server: the sync brings it. */
import { useEffect, useMemo } from 'react';
import { type Area, areasOf } from '@/db/memory/areas';
import type { Catalog } from '@/db/memory/catalog';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { ensureSync } from '@/sync/ensure-sync';
import type { ListQuery } from './query';
import { useSyncStatus } from './sync-status';
import { useCatalog } from './use-catalog';

/** 'all': every area; 'home': what the home page links to; 'footer': the cities alone. */
export type AreasAsked = 'all' | 'home' | 'footer';

const MOST = { all: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], home: [8, 12], footer: [8, 0] };

/** The largest areas, with as many of their styles as the place shows. */
export function someAreas(areas: readonly Area[], asked: AreasAsked): Area[] {
  const [cities = 0, styles = 0] = MOST[asked];
  return areas.slice(0, cities).map((area) => ({ city: area.city, styles: area.styles.slice(0, styles) }));
}

const known = new WeakMap<Catalog, Area[]>();

/** Counted once for a state of the listings. */
function areasIn(catalog: Catalog): Area[] {
  const areas = known.get(catalog) ?? areasOf(catalog);
  known.set(catalog, areas);
  return areas;
}

/** For a part of a page: empty until the areas are known. */
export function useAreas(asked: AreasAsked): Area[] {
  const catalog = useCatalog();
  return useMemo(
    () =>
      catalog.phase === 'complete'
        ? someAreas(areasIn(catalog), asked)
        : (prerendered<Area[]>('areas', asked) ?? NONE),
    [catalog, asked],
  );
}

const NONE: Area[] = [];

/** For a page about areas: brings the listings when they are missing. */
export function useAllAreas(): ListQuery<Area, 'loading' | 'unavailable'> {
  const { phase } = useCatalog();
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const data = useAreas('all');
  useEffect(() => {
    if (phase !== 'complete') {
      ensureSync().catch((error: unknown) => logger.warn('The sync for areas did not start', error));
    }
  }, [phase]);
  if (phase === 'complete' || data !== NONE) return { status: 'ready', data };
  return { status: offline && phase !== 'opening' ? 'unavailable' : 'loading', data };
}
