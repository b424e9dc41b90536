/** Reports something to the team through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { freshId } from '@/lib/browser/random';
import { cutTo, sendable } from '@/lib/sent-text';
import { reportCreate } from '@/outbox/commands/report-create';
import { edit } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import { isOf } from '@/outbox/stored-command';
import type { Reason, What } from './reasons';

/** The database's limit, in characters. */
const LONGEST_SEEN = 1000;

export interface Told {
  what: What;
  targetId: string;
  reason: Reason;
  details: string;
  /** The photo or video of a profile, by path or address; null for the whole. */
  subject: string | null;
  /** The reported text as it is on the screen; null where the server's is the only one. */
  seen: string | null;
}

/** Stores a report, or an addition to the one that `before` stored. */
export async function tell(
  { what, targetId, reason, details, subject, seen }: Told,
  before: string | null,
): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const id = freshId();
  const about = subject === null ? `${what}/${targetId}` : `${what}/${targetId}/${subject}`;
  const report = {
    ...{ id, what, target_id: targetId, reason, details: sendable(details) || null },
    ...(subject !== null && { subject }),
    ...(seen !== null && { seen: cutTo(sendable(seen), LONGEST_SEEN) }),
  };
  // An unsent report is changed; after delivery a second one is sent, with which the server replaces the first.
  const changed = before ?? refusedAbout(userId, about);
  if (changed !== null) {
    const outcome = await edit(changed, { report });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  return enqueueOwn(reportCreate, about, { report }, { userId });
}

/**
 * The user's refused report about the same target, which the new one replaces, since reports about one target are sent
 * in order.
 */
function refusedAbout(userId: string, about: string): string | null {
  const reports = (pendingStore.getState().commands ?? []).filter(isOf('report.create'));
  const refused = reports.find(
    (one) => one.userId === userId && one.entity.id === about && one.status === 'rejected',
  );
  return refused?.id ?? null;
}
