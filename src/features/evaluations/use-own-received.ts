import { useEffect, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { useSyncStatus } from '@/reads/sync-status';
import type { ReceivedEvaluation } from './received';
import { fetchOwnReceived, readOwnReceived } from './received-own';

export interface OwnReceivedQuery {
  /** 'failed': nothing is kept on this phone and the server did not answer. */
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  items: ReceivedEvaluation[];
  /** Shown from this phone, the server did not answer. */
  isKept: boolean;
  retry(): void;
}

interface State {
  userId: string | null;
  items: ReceivedEvaluation[] | null;
  failed: boolean;
}

const NONE: ReceivedEvaluation[] = [];

const start = (userId: string | null): State => ({
  userId,
  items: userId === null ? null : readOwnReceived(userId),
  failed: false,
});

/** What the signed-in person received; read anew with every visit and when the connection returns. */
export function useOwnReceived(): OwnReceivedQuery {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [round, setRound] = useState(0);
  const [stored, setState] = useState(() => start(userId));
  // Never what somebody else received.
  const state = stored.userId === userId ? stored : start(userId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and the connection say when
  useEffect(() => {
    if (userId === null) return undefined;
    const controller = new AbortController();
    fetchOwnReceived(userId, controller.signal).then(
      (items) => {
        if (!controller.signal.aborted) setState({ userId, items, failed: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted || (error instanceof RestFailure && error.kind === 'aborted')) return;
        logger.info('Received evaluations not read', error);
        setState({ ...start(userId), failed: true });
      },
    );
    return () => controller.abort();
  }, [userId, round, online]);

  return {
    status: userId === null ? 'signed-out' : state.items ? 'ready' : state.failed ? 'failed' : 'loading',
    items: state.items ?? NONE,
    isKept: state.items !== null && state.failed,
    retry: () => {
      setState(start(userId));
      setRound((now) => now + 1);
    },
  };
}
