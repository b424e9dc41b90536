/** Names of cities and dance styles: from the phone, live; from the server until the phone has them. */
import { useEffect, useMemo } from 'react';
import type { Catalog, NamesById } from '@/db/catalog';
import type { NamedEntry } from '@/db/search-record';
import { foldName } from '@/lib/fold-name';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { needSync } from '@/sync/need';
import { type NamesTable, namesById, selectAllNames, selectNames } from './names-remote';
import type { ListQuery } from './query';
import { useSyncStatus } from './sync-status';
import { useCatalog } from './use-catalog';
import { type Local, useReplicated } from './use-replicated';

export interface NamedItem {
  id: string;
  name: string;
}

/** Said where a list of them is to be chosen from and did not come. */
export const NAMES_FAILED = {
  cities: 'Failed to load cities',
  styles: 'Failed to load dance styles',
} as const;

/** Active ones by name. */
export type NamesQuery = ListQuery<NamedItem, 'loading' | 'failed'>;

export function useCities(): NamesQuery {
  return useOffered('cities');
}

export function useDanceStyles(): NamesQuery {
  return useOffered('dance_styles');
}

function useOffered(table: NamesTable): NamesQuery {
  const catalog = useCatalog();
  const [names, complete] =
    table === 'cities'
      ? [catalog.cities, catalog.citiesComplete]
      : [catalog.danceStyles, catalog.danceStylesComplete];
  const items = useMemo(() => activeByName(names), [names]);
  const { status, data } = useReplicated({
    local: localOf(catalog, complete, items, items.length > 0),
    key: table,
    ask: async (signal) => activeByName(await selectNames(table, signal)),
    drawn: prerendered<NamedItem[]>(table),
  });
  if (status === 'ready') return { status, data };
  return { status: status === 'loading' ? status : 'failed', data: NONE };
}

const NONE: NamedItem[] = [];

function localOf<T>({ phase }: Catalog, complete: boolean, data: T, isAny: boolean): Local<T> {
  if (complete) return { state: 'whole', data };
  return phase === 'opening' ? { state: 'reading' } : { state: 'lacking', data: isAny ? data : null };
}

/** The names by id, for rows that carry ids; those too that are not offered any more. */
export interface NamesLookup {
  /** While false, a name that is asked for may still come. */
  isKnown: boolean;
  /** Null where it is not known. */
  cityName(id: string): string | null;
  styleName(id: string): string | null;
  /** Active ones by name. */
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
    if (!brought) needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [brought]);

  const complete = catalog.citiesComplete && catalog.danceStylesComplete;
  const { status, data } = useReplicated<Names>({
    local: localOf(catalog, complete, catalog, true),
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
      cities: activeByName(cities),
      styles: activeByName(danceStyles),
    }),
    [isKnown, cities, danceStyles],
  );
}

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

/** For lists to choose from. */
export function activeByName(names: NamesById): NamedItem[] {
  return [...names.values()]
    .filter(([, , active]) => active)
    .map(([id, name]) => ({ id, name, folded: foldName(name) }))
    .sort((a, b) => (a.folded < b.folded ? -1 : 1))
    .map(({ id, name }) => ({ id, name }));
}
