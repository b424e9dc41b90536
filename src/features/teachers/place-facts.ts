/** Facts about the teachers of one style in one city, for the page about it. */
import { useMemo } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import { wantedBits } from '@/db/rows/availability';
import { GROUP } from '@/db/search/entry';
import { prerendered } from '@/lib/prerendered';
import { foldName } from '@/lib/text';
import type { Query } from '@/reads/query';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import type { SearchFilters } from './schema';
import { idsNamed, localOf } from './search-local';
import { searchRemotely } from './search-remote';

export interface PlaceFacts {
  count: number;
  /** The ones with most teachers first. */
  neighbourhoods: string[];
  /** How many of them also teach groups, in the evening, at the weekend; null where only the server was asked. */
  groups: number | null;
  evenings: number | null;
  weekends: number | null;
}

/** Names of a style and a city. */
export type Place = Pick<SearchFilters, 'style' | 'city'>;

const EVENINGS = wantedBits('noite');
const WEEKENDS = wantedBits('sabado') | wantedBits('domingo');

/** Bairros join here: as a field of their own (with an id or an official spelling) they are counted by that. */
export function factsLocally(catalog: Catalog, { style, city }: Place): PlaceFacts {
  const { entries } = catalog.index.search(
    {
      name: '',
      styleIds: idsNamed(catalog.danceStyles, style),
      cityIds: idsNamed(catalog.cities, city),
      without: catalog.hidden,
    },
    0,
    catalog.index.size,
  );
  const count = (fits: (entry: (typeof entries)[number]) => boolean) => entries.filter(fits).length;
  return {
    count: entries.length,
    neighbourhoods: mostFirst(entries.map(({ face: [, neighbourhood] }) => neighbourhood)),
    groups: count(({ flags }) => (flags & GROUP) !== 0),
    evenings: count(({ slots }) => (slots & EVENINGS) !== 0),
    weekends: count(({ slots }) => (slots & WEEKENDS) !== 0),
  };
}

/** The same text in other letters counts as one; the first spelling is shown. */
function mostFirst(names: readonly (string | null)[]): string[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const written of names) {
    const name = written?.trim() ?? '';
    if (name === '') continue;
    const known = counts.get(foldName(name)) ?? { name, count: 0 };
    known.count += 1;
    counts.set(foldName(name), known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ name }) => name);
}

export const placeKey = ({ style, city }: Place): string => JSON.stringify([style, city]);

/** From the phone, else the page, else the first results of the server's search. */
export function usePlaceFacts({ style, city }: Place): Query<PlaceFacts, 'loading' | 'failed'> {
  const catalog = useCatalog();
  const local = useMemo((): Local<PlaceFacts> => {
    const { phase } = catalog;
    const isThere = phase === 'complete' || phase === 'partial';
    const facts = isThere ? factsLocally(catalog, { style, city }) : NO_FACTS;
    return localOf(catalog, facts, facts.count > 0);
  }, [catalog, style, city]);
  const key = placeKey({ style, city });
  const { status, data } = useReplicated<PlaceFacts>({
    local,
    key: `place ${key}`,
    ask: async (signal) => {
      const { teachers, totalCount } = await searchRemotely({ name: '', style, city, page: 1 }, signal);
      const neighbourhoods = mostFirst(teachers.map(({ neighborhood }) => neighborhood));
      return { ...NO_FACTS, count: totalCount, neighbourhoods };
    },
    drawn: prerendered<PlaceFacts>('place', key),
  });
  if (status === 'ready') return { status, data };
  return { status: status === 'loading' ? status : 'failed', data: null };
}

const NO_FACTS: PlaceFacts = { count: 0, neighbourhoods: [], groups: null, evenings: null, weekends: null };
