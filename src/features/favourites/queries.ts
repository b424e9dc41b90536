/** The favourites of who is here: from the device, offline too. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import type { MarkRow } from '@/db/rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { useOwnRows } from '@/reads/own-rows';
import { FAVOURITES, favouriteIds } from './overlay';
import { tapStore } from './taps';

const NONE: MarkRow[] = [];
const NOBODY: readonly string[] = [];
const NOTHING: ReadonlySet<string> = new Set();

export interface FavouritesQuery {
  /** 'failed': they never came to this phone and cannot now. */
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** The one wished last first. The same array until something changes: lists of cards are drawn anew for it. */
  ids: readonly string[];
  /** Those of them, and of the ones taken out, that this phone has not stored yet: shown as being saved. */
  saving: ReadonlySet<string>;
  /** As `ids`, with those that are being taken out: a list that lets go of a card says that it is done. */
  listed: readonly string[];
}

export function useFavourites(): FavouritesQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay(FAVOURITES);
  const taps = useStore(tapStore, (state) => state.taps);
  const marks = rows?.marks ?? NONE;
  const upTo = rows?.marksUpTo ?? 0;
  const held = useMemo(() => favouriteIds({ marks, upTo }, commands), [marks, upTo, commands]);
  const own = useMemo(() => {
    const tapped = [...taps].flatMap(([id, wanted]) => (wanted && !held.includes(id) ? [id] : []));
    const listed = tapped.length === 0 ? held : [...tapped, ...held];
    const out = held.some((id) => taps.get(id) === false);
    const ids = out ? listed.filter((id) => taps.get(id) !== false) : listed;
    return { ids, listed, saving: taps.size === 0 ? NOTHING : new Set(taps.keys()) };
  }, [held, taps]);
  if (userId === null) return { status: 'signed-out', ids: NOBODY, listed: NOBODY, saving: NOTHING };
  if (!ready) return { status: 'loading', ...own };
  if (rows?.marksKnown || own.ids.length > 0) return { status: 'ready', ...own };
  return { status: rows?.failed ? 'failed' : 'loading', ...own };
}

/** Whether hearts are drawn: for students, and for visitors, whom a tap leads to the sign-in. */
export function useMayFavour(): 'student' | 'visitor' | null {
  const { status, identity } = useIdentity();
  if (status === 'signed-out') return 'visitor';
  return identity?.state === 'active' && identity.role === 'student' ? 'student' : null;
}
