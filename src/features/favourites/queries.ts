/** The signed-in user's favourites: from the device, offline too. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import type { MarkRow } from '@/db/rows/own-rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence, Query } from '@/reads/query';
import { favouriteIds } from './overlay';
import { unstoredChanges } from './unstored-changes';

const NONE: MarkRow[] = [];
const NOTHING: ReadonlySet<string> = new Set();

export interface Favourites {
  /** The latest first. The array is the same until something changes, because every new one renders the lists again. */
  ids: readonly string[];
  /** Added and removed favourites that the outbox has not stored yet: shown as being saved. */
  saving: ReadonlySet<string>;
  /** `ids` and the favourites that are being removed: a list drops a card only after the removal is stored. */
  listed: readonly string[];
}

const NO_FAVOURITES: Favourites = { ids: [], saving: new Set(), listed: [] };

export function useFavourites(): Query<Favourites, OwnAbsence, Favourites> {
  const own = useOwnRows();
  const { userId, rows } = own;
  const ready = useOutboxReady();
  const commands = useOverlay('favourites');
  const changes = useStore(unstoredChanges, (state) => state.changes);
  const marks = rows?.marks ?? NONE;
  const upTo = rows?.marksUpTo ?? 0;
  const held = useMemo(() => favouriteIds({ marks, upTo }, commands), [marks, upTo, commands]);
  const favourites = useMemo(() => {
    const tapped = [...changes].flatMap(([id, wanted]) => (wanted && !held.includes(id) ? [id] : []));
    const listed = tapped.length === 0 ? held : [...tapped, ...held];
    const out = held.some((id) => changes.get(id) === false);
    const ids = out ? listed.filter((id) => changes.get(id) !== false) : listed;
    return { ids, listed, saving: changes.size === 0 ? NOTHING : new Set(changes.keys()) };
  }, [held, changes]);
  if (userId === null) return { status: 'signed-out', data: NO_FAVOURITES };
  if (!ready) return { status: 'loading', data: favourites };
  return {
    status: ownStatus(own, rows?.marksKnown === true || favourites.ids.length > 0),
    data: favourites,
  };
}

/** Decides whether hearts are shown: to students, and to visitors, whose tap leads to the sign-in. */
export function useMayFavour(): 'student' | 'visitor' | null {
  const { status, identity } = useIdentity();
  if (status === 'signed-out') return 'visitor';
  return identity?.state === 'active' && identity.role === 'student' ? 'student' : null;
}
