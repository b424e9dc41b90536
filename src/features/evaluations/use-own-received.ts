import { useMemo } from 'react';
import { useIdentity } from '@/auth/identity';
import { useOverlay } from '@/outbox/pending';
import type { ListQuery, OwnAbsence, Retry } from '@/reads/query';
import { useAnswer } from '@/reads/use-answer';
import type { ReceivedEvaluation } from './received';
import { fetchOwnReceived, readOwnReceived } from './received-own';
import { deliveredReplies, type OwnReply, ownReply } from './replies';

/** A received evaluation with the person's own reply, as it is and as it is being sent. */
export type OwnReceived = ReceivedEvaluation & { own: OwnReply };

export type OwnReceivedQuery = ListQuery<OwnReceived, OwnAbsence> &
  Retry & {
    /** The server did not answer. */
    isKept: boolean;
  };

const NONE: OwnReceived[] = [];

/** The evaluations that the signed-in person received. */
export function useOwnReceived(): OwnReceivedQuery {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const commands = useOverlay('lesson_evaluations');
  const { status, data, hasFailed, retry } = useAnswer({
    key: userId,
    ask: (signal) => fetchOwnReceived(userId ?? '', signal),
    kept: () => (userId === null ? null : readOwnReceived(userId)),
    version: String(deliveredReplies(commands)),
  });
  const items = useMemo(
    () => data?.items.map((one) => ({ ...one, own: ownReply(one, commands, data.askedAt) })) ?? NONE,
    [data, commands],
  );
  return {
    status: userId === null ? 'signed-out' : status,
    data: items,
    isKept: data !== null && hasFailed,
    retry,
  };
}
