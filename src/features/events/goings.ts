/** The dates that a person goes to, with the writes that the replica does not hold yet applied. Pure. */
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { isOverlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';

export const goingKey = (eventId: string, day: string) => `${eventId}:${day}`;

export interface ShownGoings {
  /** Keys (`goingKey`) of the dates that the person goes to. */
  keys: ReadonlySet<string>;
  /** The last write on a date that this device still has, by key. */
  writes: ReadonlyMap<string, StoredCommand>;
}

export function goingsOf(
  rows: readonly Versioned<NotebookRow>[],
  commands: readonly StoredCommand[],
): ShownGoings {
  const keys = new Set<string>();
  const versions = new Map<string, number>();
  const writes = new Map<string, StoredCommand>();
  for (const row of rows) {
    if (row.kind !== 'going') continue;
    const key = goingKey(row.data.event_id, row.data.day);
    versions.set(key, row.version);
    if (row.data.going) keys.add(key);
  }
  for (const command of commands.filter(isOf('going.set'))) {
    const key = goingKey(command.payload.eventId, command.payload.day);
    writes.set(key, command);
    if (!isOverlaid(command, versions.get(key) ?? 0)) continue;
    if (command.payload.going) keys.add(key);
    else keys.delete(key);
  }
  return { keys, writes };
}
