import { useIdentity } from '@/auth/identity';
import type { ListQuery, OwnAbsence, Retry } from '@/reads/query';
import { useAnswer } from '@/reads/use-answer';
import type { ReceivedEvaluation } from './received';
import { fetchOwnReceived, readOwnReceived } from './received-own';

export type OwnReceivedQuery = ListQuery<ReceivedEvaluation, OwnAbsence> &
  Retry & {
    /** The server did not answer. */
    isKept: boolean;
  };

const NONE: ReceivedEvaluation[] = [];

/** The evaluations that the signed-in person received. */
export function useOwnReceived(): OwnReceivedQuery {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const { status, data, hasFailed, retry } = useAnswer({
    key: userId,
    ask: (signal) => fetchOwnReceived(userId ?? '', signal),
    kept: () => (userId === null ? null : readOwnReceived(userId)),
  });
  return {
    status: userId === null ? 'signed-out' : status,
    data: data ?? NONE,
    isKept: data !== null && hasFailed,
    retry,
  };
}
