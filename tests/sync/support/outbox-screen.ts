/** The screen, computed from replica and outbox. */
import type { RawCommand } from '@/outbox/command';
import { comparable, type Epochs } from '@/outbox/epochs';
import { hasReached } from '@/outbox/kind';
import { overlaid } from '@/outbox/overlay';

export const keyOf = ({ entity }: RawCommand) => `${entity.table}/${entity.id}`;

/** Ids of delivered ones that a replica with the row in this version has caught up with. */
export function caughtUp(commands: readonly RawCommand[], version: number): string[] {
  return commands.filter(({ ack }) => ack && !ack.settled && hasReached(version, ack)).map(({ id }) => id);
}

interface Holder {
  replica: ReadonlyMap<string, { version: number; fields: unknown }>;
  epochsOf(commands: readonly RawCommand[]): Epochs;
}

/** The row as the screen shows it. */
export function shown(phone: Holder, key: string, commands: RawCommand[]): Record<string, unknown> {
  const row = phone.replica.get(key);
  const own = comparable(commands, phone.epochsOf(commands)).filter((command) => keyOf(command) === key);
  return overlaid(
    (row?.fields ?? {}) as Record<string, unknown>,
    row?.version ?? 0,
    own,
    (fields, command) => ({
      ...fields,
      ...fieldsOf(command),
    }),
  );
}

/** The fields that a command changes in its row. */
export function fieldsOf({ kind, payload }: { kind: string; payload: unknown }): Record<string, unknown> {
  const known = payload as Record<string, Record<string, unknown>>;
  if (kind === 'profile.update') return known.changes ?? known.columns ?? {};
  if (kind === 'slug.set') return { slug: known.slug };
  if (kind === 'lead.create') return known.lead ?? {};
  if (kind === 'lesson_request.create') return known.request ?? {};
  return kind === 'lead.match' ? { match: 'best' } : { state: 'cancelled' };
}
