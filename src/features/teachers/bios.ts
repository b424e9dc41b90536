/** Biographies of cards whose teachers came with the search file: those on the screen are fetched, the others follow. */
import { useMemo } from 'react';
import { clipBio } from '@/db/search/entry';
import { textOrNull } from '@/lib/read';
import { selectRows } from '@/lib/rest';
import { useRemote } from '@/reads/use-remote';
import type { TeacherCard } from './schema';

type Bios = ReadonlyMap<string, string>;

/** Milliseconds: a list that is typed past asks for nothing. */
const DELAY = 300;
const NONE: TeacherCard[] = [];

/** The cards with their biographies as soon as these are here; the same array where none is missing. */
export function useBios(cards: TeacherCard[] | null): TeacherCard[] | null {
  const wanted = useMemo(
    () => (cards ?? NONE).flatMap(({ id, bio }) => (bio === null ? [id] : [])).sort(),
    [cards],
  );
  const key = wanted.length === 0 ? null : `bios ${wanted.join()}`;
  const { value } = useRemote<Bios>(key, (signal) => selectBios(wanted, signal), { delay: DELAY });
  return useMemo(() => {
    if (!cards || !value || wanted.length === 0) return cards;
    return cards.map((card) => (card.bio === null ? { ...card, bio: value.get(card.id) ?? null } : card));
  }, [cards, value, wanted]);
}

/** Throws RestFailure. */
async function selectBios(ids: readonly string[], signal: AbortSignal): Promise<Bios> {
  const { rows } = await selectRows(
    'teacher_listings',
    { select: 'id,bio', _deleted: 'is.false', id: `in.(${ids.join(',')})` },
    { signal },
  );
  return new Map(rows.map(({ id, bio }) => [String(id), clipBio(textOrNull(bio) ?? '')]));
}
