/** Telling the team about something: through the outbox, so that it is not lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
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

/** Stores a report, or more about the one that `before` stored; answers the command's id, null when it is not stored. */
export async function tell(
  { what, targetId, reason, details }: Told,
  before: string | null,
): Promise<string | null> {
  const userId = presentIdentity()?.userId;
  if (!userId) return null;
  const id = crypto.randomUUID();
  const report = { id, what, target_id: targetId, reason, details: sendable(details) || null };
  // What has not left this phone is changed; else a second one, which the server takes as the first said better.
  if (before !== null) {
    const outcome = await edit(before, { report });
    if (outcome.kind === 'stored') return outcome.command.id;
    if (outcome.kind === 'not-stored') return null;
  }
  const stored = await enqueue({
    kind: 'report.create',
    entity: { table: REPORTS, id },
    payload: { report },
    base: null,
    userId,
  });
  return stored.kind === 'stored' ? stored.command.id : null;
}
