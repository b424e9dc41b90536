/** Lists of cards without a search, from the device wherever possible. Not in the first script. */

import { useMemo } from 'react';
import { prerendered } from '@/lib/prerendered';
import { serverNow } from '@/lib/server-clock';
import type { ListQuery } from '@/reads/query';
import { useCatalog } from '@/reads/use-catalog';
import { useReplicated } from '@/reads/use-replicated';
import { useBios } from './bios';
import { HOME_LIST, listLocally, listRemotely, nearFirst, selectCards } from './featured';
import type { TeacherCard } from './schema';
import { localOf, toCard } from './search-local';

const EVERYBODY = { name: '', cityIds: null, styleIds: null, without: new Set<string>() };

/** Every shown teacher, from this device; null until all listings are here. */
export function useAllCards(): TeacherCard[] | null {
  const catalog = useCatalog();
  return useMemo(() => {
    const { phase, index } = catalog;
    if (phase !== 'complete') return null;
    return index.search(EVERYBODY, 0, index.size).entries.map((entry) => toCard(entry, catalog));
  }, [catalog]);
}

export type Cards = ListQuery<TeacherCard, 'loading' | 'failed'>;

/** Cards of those teachers that are listed and not blocked, in the order of `ids`: from the device, else the server. */
export function useCardsOf(wanted: readonly string[]): Cards {
  const catalog = useCatalog();
  const { hidden } = catalog;
  const ids = useMemo(() => wanted.filter((id) => !hidden.has(id)), [wanted, hidden]);
  const local = useMemo(
    () =>
      ids.flatMap((id) => {
        const entry = catalog.index.byId(id);
        return entry ? [toCard(entry, catalog)] : [];
      }),
    [ids, catalog],
  );
  const { status, data } = useReplicated({
    // A partial result is not used: the missing teachers would look unlisted.
    local: ids.length === 0 ? { state: 'whole', data: local } : localOf(catalog, local, false),
    key: `cards ${[...ids].sort().join()}`,
    ask: (signal) => selectCards(ids, signal),
    drawn: null,
  });
  const whole = useBios(local) ?? local;
  if (catalog.phase === 'complete' || ids.length === 0) return { status: 'ready', data: whole };
  if (status !== 'ready') return { status: status === 'loading' ? status : 'failed', data: whole };
  const known = new Map(data.map((card) => [card.id, card]));
  return { status, data: ids.flatMap((id) => known.get(id) ?? []) };
}

/** Six teachers, rotating daily when there are more: those of the city `near` first, else featured ones. */
export function useFeaturedTeachers(near: string | null): Cards {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      catalog.phase === 'opening' || catalog.phase === 'none'
        ? []
        : listLocally(catalog, HOME_LIST, serverNow(), near),
    [catalog, near],
  );
  const { status, data } = useReplicated({
    local: localOf(catalog, local, local.length > 0),
    key: 'featured',
    ask: (signal) => listRemotely(HOME_LIST, serverNow(), signal),
    drawn: prerendered<TeacherCard[]>('featured'),
  });
  const whole = useBios(data);
  if (status !== 'ready' || !whole) return { status: status === 'loading' ? status : 'failed', data: [] };
  const shown = whole.filter(({ id }) => !catalog.hidden.has(id));
  return { status, data: nearFirst(shown, near) };
}
