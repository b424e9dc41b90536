/** A teacher's own rating statistics: from the own listing on this device, else from the server. */
import { accessFor } from '@/auth/session/refresh';
import { lookUpTeacher } from '@/db/memory/lookup';
import { logger } from '@/lib/logger';
import { selectRows } from '@/lib/rest';
import { useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence, Query, Retry } from '@/reads/query';
import { useSyncStatus } from '@/reads/sync-status';
import { useAnswer } from '@/reads/use-answer';
import { ensureSync } from '@/sync/ensure-sync';

export interface Statistics {
  ratingAverage: number | null;
  ratingCount: number;
  /** Number of ratings with five, four, three, two, one stars. */
  stars: [number, number, number, number, number];
}

/** 'failed': neither this device nor the server has an answer. */
export function useOwnStatistics(): Query<Statistics, OwnAbsence> & Retry {
  const { userId } = useOwnRows();
  const pulledAt = useSyncStatus(({ collections }) => collections.teachers.pulledAt);
  const query = useAnswer({
    key: userId && `statistics ${userId}`,
    ask: (signal) => statisticsOf(userId ?? '', signal),
    version: String(pulledAt),
  });
  return userId === null ? { ...query, status: 'signed-out', data: null } : query;
}

/** Rejects when neither the replica nor the server has an answer. */
async function statisticsOf(userId: string, signal: AbortSignal): Promise<Statistics> {
  return (await fromReplica(userId)) ?? (await fromServer(userId, signal));
}

/** Null for a teacher who is not listed (not approved yet, or pausing), and where there is no replica. */
async function fromReplica(userId: string): Promise<Statistics | null> {
  const noReplica = ensureSync().then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => {
      logger.warn('The sync for own statistics did not start', error);
      return null;
    },
  );
  const row = (await Promise.race([lookUpTeacher(userId), noReplica]))?.row;
  if (!row) return null;
  const { five_stars, four_stars, three_stars, two_stars, one_star } = row;
  return {
    ratingAverage: row.rating_average,
    ratingCount: row.rating_count,
    stars: [five_stars, four_stars, three_stars, two_stars, one_star],
  };
}

async function fromServer(userId: string, signal: AbortSignal): Promise<Statistics> {
  const access = await accessFor(userId);
  if (access.kind !== 'ok') throw new Error(`No token: ${access.kind}`);
  const { rows } = await selectRows(
    'user_evaluation_stats',
    { select: '*', user_id: `eq.${userId}`, limit: '1' },
    { signal, token: access.session.accessToken },
  );
  const row = rows[0] ?? {};
  const count = (column: string) => (typeof row[column] === 'number' ? row[column] : 0);
  const average = Number(row.average_rating ?? Number.NaN);
  return {
    ratingAverage: Number.isFinite(average) && count('total_evaluations') > 0 ? average : null,
    ratingCount: count('total_evaluations'),
    stars: [
      count('five_stars'),
      count('four_stars'),
      count('three_stars'),
      count('two_stars'),
      count('one_star'),
    ],
  };
}
