/** The favourites with the wishes on them that the replica does not hold yet. Pure. */
import type { MarkRow } from '@/db/rows';
import type { StoredCommand } from '@/outbox/command';
import type { FavouriteSet } from '@/outbox/commands/favourite-set';
import { caughtUp, isOverlaid } from '@/outbox/overlay';

/** The table as the outbox's entities name it; their id is the teacher's, so that wishes about one keep their order. */
export const FAVOURITES = 'favourites';

interface Held {
  marks: readonly MarkRow[];
  /** Up to which version the replica holds all marks: a removal leaves no row to tell it by. */
  upTo: number;
}

/** Ids of favourite teachers, the one wished last first. */
export function favouriteIds({ marks, upTo }: Held, commands: readonly StoredCommand[]): string[] {
  const since = new Map<string, number>();
  for (const { kind, person_id, wished_at } of marks) {
    if (kind === 'favourite') since.set(person_id, Date.parse(wished_at));
  }
  for (const command of commands) {
    if (command.entity.table !== FAVOURITES || !isOverlaid(command, upTo)) continue;
    const { teacherId, wanted, wishedAt } = command.payload as FavouriteSet;
    if (!wanted) since.delete(teacherId);
    else if (!since.has(teacherId)) since.set(teacherId, Date.parse(wishedAt));
  }
  // Somebody blocked is no favourite; the server takes the mark back with the block.
  for (const { kind, person_id } of marks) if (kind === 'block') since.delete(person_id);
  return [...since].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).map(([id]) => id);
}

/** Ids of delivered wishes that the replica has caught up with. */
export function caughtUpFavourites(upTo: number, commands: readonly StoredCommand[]): string[] {
  return caughtUp(
    commands.filter(({ entity }) => entity.table === FAVOURITES),
    upTo,
  );
}

/** When this wish is made: never before the person's last one about the same teacher, whatever the clock does. */
export function wishTime(teacherId: string, commands: readonly StoredCommand[], now: number): string {
  const before = commands
    .filter(({ entity }) => entity.table === FAVOURITES && entity.id === teacherId)
    .map(({ payload }) => Date.parse((payload as FavouriteSet).wishedAt));
  return new Date(Math.max(now, ...before.map((time) => time + 1))).toISOString();
}
