/** The screen as computed from replica and outbox. */
import type { StoredCommand } from '@/outbox/command';
import { comparable } from '@/outbox/epochs';
import { overlaid } from '@/outbox/overlay';
import type { Phone } from './outbox-phone';

export const keyOf = ({ entity }: StoredCommand) => `${entity.table}/${entity.id}`;

/** The row as the screen shows it. */
export function shown(phone: Phone, key: string, commands: StoredCommand[]): Record<string, unknown> {
  const row = phone.replica.get(key);
  const own = comparable(commands, phone.epochsOf(commands)).filter((command) => keyOf(command) === key);
  return overlaid<Record<string, unknown>>(row?.fields ?? {}, row?.version ?? 0, own, (fields, command) => ({
    ...fields,
    ...fieldsOf(command),
  }));
}

/** The fields that a command changes in its row. */
export function fieldsOf({ kind, payload }: { kind: string; payload: unknown }): Record<string, unknown> {
  const known = payload as Record<string, Record<string, unknown>>;
  if (kind === 'profile.update') return known.changes ?? known.columns ?? {};
  if (kind === 'lead.create') return known.lead ?? {};
  if (kind === 'lesson_request.create') return known.request ?? {};
  return kind === 'lead.match' ? { match: 'best' } : { state: 'cancelled' };
}
