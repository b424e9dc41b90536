/** Creates commands, and decides what may still replace one. Pure. */
import { freshId } from '@/lib/browser/random';
import { type Draft, entityKey, type RawCommand } from './command';
import { kindNamed } from './commands/kinds';

/** `now`: by this phone's clock, which decides when to send. `createdAt`: by the server's, which people read. */
export function freshCommand(
  draft: Draft,
  visitor: string | null,
  now: number,
  createdAt = now,
): Omit<RawCommand, 'seq'> {
  return {
    id: draft.id ?? freshId(),
    kind: draft.kind,
    version: kindNamed(draft.kind)?.version ?? 1,
    entity: draft.entity,
    payload: draft.payload,
    base: draft.base ?? null,
    userId: draft.userId,
    visitor: draft.userId === null ? visitor : null,
    createdAt,
    status: 'queued',
    attempts: 0,
    dueAt: now,
    error: null,
    ack: null,
  };
}

/** The base version. The screen showed this phone's own delivered writes, whether or not the replica holds them yet. */
export function baseOf({ base = null, entity, userId }: Draft, all: readonly RawCommand[]): number | null {
  const own = all.filter(
    (one) => one.userId === userId && entityKey(one.entity) === entityKey(entity) && one.ack?.version,
  );
  const versions = own.flatMap(({ ack }) => ack?.version ?? []);
  return versions.length === 0 ? base : Math.max(base ?? 0, ...versions);
}

export function mayReplace({ status, attempts }: RawCommand): boolean {
  if (status === 'rejected') return true;
  return (status === 'queued' || status === 'parked') && attempts === 0;
}
