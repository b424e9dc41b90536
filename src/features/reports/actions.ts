/** Telling the team about something: through the outbox, so that it is not lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
import { isOf } from '@/outbox/command';
import { reportCreate } from '@/outbox/commands/report-create';
import { edit } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import type { Reason, What } from './reasons';

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
): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const id = crypto.randomUUID();
  const about = `${what}/${targetId}`;
  const report = { id, what, target_id: targetId, reason, details: sendable(details) || null };
  // What has not left this phone is changed; else a second one, which the server takes as the first said better.
  const changed = before ?? refusedAbout(userId, about);
  if (changed !== null) {
    const outcome = await edit(changed, { report });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  return enqueueOwn(reportCreate, about, { report }, { userId });
}

/** The person's refused report about the same target: it gives way, since it would hold the new one up. */
function refusedAbout(userId: string, about: string): string | null {
  const reports = (pendingStore.getState().commands ?? []).filter(isOf('report.create'));
  const refused = reports.find(
    (one) => one.userId === userId && one.entity.id === about && one.status === 'rejected',
  );
  return refused?.id ?? null;
}
