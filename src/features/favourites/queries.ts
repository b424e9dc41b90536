/** The favourites of who is here: from the device, offline too. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import type { MarkRow } from '@/db/rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { useOwnRows } from '@/sync/own-rows';
import { FAVOURITES, favouriteIds } from './overlay';
import { tapStore } from './taps';

const NONE: MarkRow[] = [];
const NOBODY: readonly string[] = [];

export interface FavouritesQuery {
  /** 'failed': they never came to this phone and cannot now. */
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** The one wished last first. The same array until something changes: lists of cards are drawn anew for it. */
  ids: readonly string[];
}

export function useFavourites(): FavouritesQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay(FAVOURITES);
  const taps = useStore(tapStore, (state) => state.taps);
  const marks = rows?.marks ?? NONE;
  const upTo = rows?.marksUpTo ?? 0;
  const ids = useMemo(() => {
    const held = favouriteIds({ marks, upTo }, commands);
    const tapped = [...taps].flatMap(([id, wanted]) => (wanted && !held.includes(id) ? [id] : []));
    return [...tapped, ...held.filter((id) => taps.get(id) !== false)];
  }, [marks, upTo, commands, taps]);
  if (userId === null) return { status: 'signed-out', ids: NOBODY };
  if (!ready) return { status: 'loading', ids };
  if (rows?.marksKnown || ids.length > 0) return { status: 'ready', ids };
  return { status: rows?.failed ? 'failed' : 'loading', ids };
}

/** Whether hearts are drawn: for students, and for visitors, whom a tap leads to the sign-in. */
export function useMayFavour(): 'student' | 'visitor' | null {
  const { status, identity } = useIdentity();
  if (status === 'signed-out') return 'visitor';
  return identity?.state === 'active' && identity.role === 'student' ? 'student' : null;
}
