/** Names of cities and dance styles by id: live from the phone; from the server until the phone has them. */
import { useEffect, useMemo } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import type { NamedEntry } from '@/db/search/search-record';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { ensureSync } from '@/sync/ensure-sync';
import { namesById, selectAllNames } from './names-remote';
import { useSyncStatus } from './sync-status';
import { useCatalog } from './use-catalog';
import { activeByName, localNames, type NamedItem, type NamesQuery } from './use-offered-names';
import { useReplicated } from './use-replicated';

/** For rows that refer to ids, including names that are no longer offered. */
export interface NamesLookup {
  /** While false, an unknown name may still arrive. */
  isKnown: boolean;
  /** Null where it is unknown. */
  cityName(id: string): string | null;
  styleName(id: string): string | null;
  /** Also those that are not offered. */
  everyCity: NamedItem[];
  /** Active ones, sorted by name. */
  cities: NamedItem[];
  styles: NamedItem[];
}

type Names = Pick<Catalog, 'cities' | 'danceStyles'>;

export function useNames(): NamesLookup {
  const catalog = useCatalog();
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const drawn = useDrawn();
  const brought = drawn !== null;
  useEffect(() => {
    if (!brought) ensureSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [brought]);

  const complete = catalog.citiesComplete && catalog.danceStylesComplete;
  const { status, data } = useReplicated<Names>({
    local: localNames(catalog, complete, catalog, true),
    key: 'names',
    ask: selectAllNames,
    drawn,
    mayAsk: online,
  });
  const { cities, danceStyles } = status === 'ready' ? data : catalog;
  const isKnown = status === 'ready';
  return useMemo(
    () => ({
      isKnown,
      cityName: (id) => cities.get(id)?.[1] ?? null,
      styleName: (id) => danceStyles.get(id)?.[1] ?? null,
      everyCity: [...cities.values()].map(([id, name]) => ({ id, name })),
      cities: activeByName(cities),
      styles: activeByName(danceStyles),
    }),
    [isKnown, cities, danceStyles],
  );
}

/** The cities of a field that offers more than these. */
export const openCities = ({ isKnown, cities }: Pick<NamesLookup, 'isKnown' | 'cities'>): NamesQuery =>
  isKnown ? { status: 'ready', data: cities } : { status: 'loading', data: cities };

/** The names of styles by id. */
export function useStyleNames(): NamesLookup['styleName'] {
  return useNames().styleName;
}

function useDrawn(): Names | null {
  const cities = prerendered<NamedEntry[]>('names', 'cities');
  const danceStyles = prerendered<NamedEntry[]>('names', 'dance_styles');
  return useMemo(
    () => (cities && danceStyles ? { cities: namesById(cities), danceStyles: namesById(danceStyles) } : null),
    [cities, danceStyles],
  );
}
