/** Cities and dance styles to choose from: live from the phone; from the server until the phone has them. */
import { useMemo } from 'react';
import type { Catalog, NamesById } from '@/db/memory/catalog';
import { prerendered } from '@/lib/prerendered';
import { foldName } from '@/lib/text';
import { type NamesTable, selectNames } from './names-remote';
import type { ListQuery } from './query';
import { useCatalog } from './use-catalog';
import { type Local, useReplicated } from './use-replicated';

export interface NamedItem {
  id: string;
  name: string;
}

/** Shown where a list to choose from did not load. */
export const NAMES_FAILED = {
  cities: 'Failed to load cities',
  styles: 'Failed to load dance styles',
} as const;

/** Active ones, sorted by name. */
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
    local: localNames(catalog, complete, items, items.length > 0),
    key: table,
    ask: async (signal) => activeByName(await selectNames(table, signal)),
    drawn: prerendered<NamedItem[]>(table),
  });
  if (status === 'ready') return { status, data };
  return { status: status === 'loading' ? status : 'failed', data: NONE };
}

const NONE: NamedItem[] = [];

export function localNames<T>({ phase }: Catalog, complete: boolean, data: T, isAny: boolean): Local<T> {
  if (complete) return { state: 'whole', data };
  return phase === 'opening' ? { state: 'reading' } : { state: 'lacking', data: isAny ? data : null };
}

/** The active names, sorted, for lists to choose from. */
export function activeByName(names: NamesById): NamedItem[] {
  return [...names.values()]
    .filter(([, , active]) => active)
    .map(([id, name]) => ({ id, name, folded: foldName(name) }))
    .sort((a, b) => (a.folded < b.folded ? -1 : 1))
    .map(({ id, name }) => ({ id, name }));
}
