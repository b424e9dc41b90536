/** The blocked people, with the writes that the replica does not hold yet. Pure. */
import type { MarkRow } from '@/db/rows/own-rows';
import { blockSet } from '@/outbox/commands/block-set';
import { isOverlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';

export interface Blocked {
  id: string;
  name: string;
}

interface Held {
  marks: readonly MarkRow[];
  /** Version up to which the replica is complete. Needed because a removed block leaves no row with a version. */
  upTo: number;
}

/** The blocked people, sorted by name. */
export function blockedPeople({ marks, upTo }: Held, commands: readonly StoredCommand[]): Blocked[] {
  const people = new Map<string, string>();
  for (const { kind, person_id, name } of marks) if (kind === 'block') people.set(person_id, name ?? '');
  for (const command of commands.filter(isOf('block.set'))) {
    if (!isOverlaid(command, upTo)) continue;
    const { personId } = command.payload;
    const name = blockSet.apply(people.get(personId) ?? null, command);
    if (name === null) people.delete(personId);
    else people.set(personId, name);
  }
  return [...people]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
}

/** The people to hide until the replica is read: those hidden at the last start, with the writes since. */
export function hiddenUntilKnown(kept: ReadonlySet<string>, commands: readonly StoredCommand[]): Set<string> {
  const ids = new Set(kept);
  for (const command of commands.filter(isOf('block.set'))) {
    if (!isOverlaid(command, 0)) continue;
    const { personId, wanted } = command.payload;
    if (wanted) ids.add(personId);
    else ids.delete(personId);
  }
  return ids;
}

/** Time of a new block command, always after the last one about the same person, even if the clock was set back. */
export function blockTime(personId: string, commands: readonly StoredCommand[], now: number): string {
  const before = commands
    .filter(isOf('block.set'))
    .filter(({ entity }) => entity.id === personId)
    .map(({ payload }) => Date.parse(payload.wishedAt));
  return new Date(Math.max(now, ...before.map((time) => time + 1))).toISOString();
}
