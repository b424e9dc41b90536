/** Telling the team about something: through the outbox, so that it is not lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
import type { NotStored } from '@/outbox/command';
import { edit, enqueue } from '@/outbox/entry';
import type { Reason, What } from './reasons';

/** The table as the outbox's entities name it. */
const REPORTS = 'reports';

export interface Told {
  what: What;
  targetId: string;
  reason: Reason;
  details: string;
}

/** Stores a report, or more about the one that `before` stored. */
export async function tell(
  { what, targetId, reason, details }: Told,
  before: string | null,
): Promise<{ kind: 'stored'; commandId: string } | { kind: 'not-stored'; reason: NotStored }> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'not-stored', reason: 'blocked' };
  const id = crypto.randomUUID();
  const report = { id, what, target_id: targetId, reason, details: sendable(details) || null };
  // What has not left this phone is changed; else a second one, which the server takes as the first said better.
  if (before !== null) {
    const outcome = await edit(before, { report });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const stored = await enqueue({
    kind: 'report.create',
    entity: { table: REPORTS, id },
    payload: { report },
    base: null,
    userId,
  });
  return stored.kind === 'stored' ? { kind: 'stored', commandId: stored.command.id } : stored;
}
