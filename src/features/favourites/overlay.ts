/** The favourites, with the writes that the replica does not hold yet applied. Pure. */
import type { MarkRow } from '@/db/rows/own-rows';
import { favouriteSet } from '@/outbox/commands/favourite-set';
import { isOverlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';

interface Held {
  marks: readonly MarkRow[];
  /** Version up to which the replica holds all rows: a removed favourite leaves no row that could carry its version. */
  upTo: number;
}

/** Ids of favourite teachers, the latest first. */
export function favouriteIds({ marks, upTo }: Held, commands: readonly StoredCommand[]): string[] {
  const since = new Map<string, number>();
  for (const { kind, person_id, wished_at } of marks) {
    if (kind === 'favourite') since.set(person_id, Date.parse(wished_at));
  }
  for (const command of commands.filter(isOf('favourite.set'))) {
    if (!isOverlaid(command, upTo)) continue;
    const { teacherId } = command.payload;
    const now = favouriteSet.apply(since.get(teacherId) ?? null, command);
    if (now === null) since.delete(teacherId);
    else since.set(teacherId, now);
  }
  // A blocked teacher is no favourite; the server deletes the favourite with the block.
  for (const { kind, person_id } of marks) if (kind === 'block') since.delete(person_id);
  return [...since].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).map(([id]) => id);
}

/** Time of a new write: always after the user's last one about the same teacher, even when the clock was set back. */
export function changeTime(teacherId: string, commands: readonly StoredCommand[], now: number): string {
  const before = commands
    .filter(isOf('favourite.set'))
    .filter(({ entity }) => entity.id === teacherId)
    .map(({ payload }) => Date.parse(payload.wishedAt));
  return new Date(Math.max(now, ...before.map((time) => time + 1))).toISOString();
}
