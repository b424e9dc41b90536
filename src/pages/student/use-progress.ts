/** A student's progress from the phone's own rows: requests, lessons, written and received evaluations. */
import { useMemo } from 'react';
import { useWrittenEvaluations } from '@/features/evaluations/queries';
import { type OwnReceivedQuery, useOwnReceived } from '@/features/evaluations/use-own-received';
import { useLessons } from '@/features/lessons/lesson-queries';
import { wasRefused } from '@/features/lessons/overlay';
import { useAllRequests } from '@/features/lessons/queries';
import { type Progress, progressOf, type StarCounts, starCounts } from '@/features/progress/progress';
import { useNow } from '@/ui/use-now';

export interface ProgressQuery {
  /** 'failed': the rows never arrived on this phone and cannot now. */
  status: 'loading' | 'ready' | 'failed';
  progress: Progress;
  received: OwnReceivedQuery;
  /** Null while it is unknown. */
  receivedStars: StarCounts | null;
}

export function useProgress(): ProgressQuery {
  const requests = useAllRequests();
  const lessons = useLessons();
  const written = useWrittenEvaluations();
  const received = useOwnReceived();
  const now = useNow();
  const progress = useMemo(
    () =>
      progressOf(
        requests.data.filter((one) => !wasRefused(one)),
        lessons.data,
        written.data,
        now,
      ),
    [requests.data, lessons.data, written.data, now],
  );
  const states = [requests.status, lessons.status, written.status];
  return {
    status: states.includes('failed')
      ? 'failed'
      : states.every((one) => one === 'ready')
        ? 'ready'
        : 'loading',
    progress,
    received,
    receivedStars: received.status === 'ready' ? starCounts(received.data) : null,
  };
}
