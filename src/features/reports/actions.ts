/** Telling the team about something: through the outbox, so that it is not lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
import type { NotStored } from '@/outbox/command';
import { edit, enqueue } from '@/outbox/entry';
import { pendingStore } from '@/outbox/pending-store';
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
  // Those about one thing go in order: the server keeps what was written last.
  const entity = { table: REPORTS, id: `${what}/${targetId}` };
  const report = { id, what, target_id: targetId, reason, details: sendable(details) || null };
  // What has not left this phone is changed; else a second one, which the server takes as the first said better.
  const changed = before ?? refusedAbout(userId, entity.id);
  if (changed !== null) {
    const outcome = await edit(changed, { report });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const stored = await enqueue({
    kind: 'report.create',
    entity,
    payload: { report },
    base: null,
    userId,
  });
  return stored.kind === 'stored' ? { kind: 'stored', commandId: stored.command.id } : stored;
}

/** One that the server refused gives way, or it would hold this one up. */
function refusedAbout(userId: string, id: string): string | null {
  const refused = pendingStore
    .getState()
    .commands?.find(
      ({ userId: whose, entity, status }) =>
        whose === userId && entity.table === REPORTS && entity.id === id && status === 'rejected',
    );
  return refused?.id ?? null;
}
