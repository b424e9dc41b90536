/**
 * Fetches teachers' rows again whose stored block cannot be read any more (db/storage/packed-rows.ts): by their ids, which the
 * search record knows. All other rows stay, and what searches and cards show stays too. Where not all ids are known, a
 * new filling brings every row.
 */

import type { TeacherRow } from '@/db/rows/public-rows';
import type { ReplicaCollection } from '@/db/storage/replica';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { fetchTeachersByIds } from './by-ids';

interface Restoring {
  teachers: ReplicaCollection<TeacherRow>;
  /** The ids of all teachers that are known. */
  knownIds: () => Promise<readonly string[]>;
  signal: AbortSignal;
}

/**
 * Call before a pull, and after it too when this resolves to true: then the pull brings all rows anew. Throws
 * RestFailure only when aborted, and errors of the storage.
 */
export async function restoreLost({ teachers, knownIds, signal }: Restoring): Promise<boolean> {
  const lost = await teachers.lost();
  const state = lost && (await teachers.state());
  if (!state) return false;
  const isFilled = state.complete && !state.mixed;
  if (lost.refilledBy !== undefined && state.filling >= lost.refilledBy) {
    if (isFilled) await teachers.restore([], [], state, true);
    return !isFilled;
  }
  if (lost.refilledBy !== undefined || !isFilled) {
    await teachers.refillLost(state);
    return true;
  }
  try {
    const ids = await teachers.lostAmong(await knownIds());
    const { rows, gone } = await fetchTeachersByIds(ids, signal);
    if (await teachers.restore(rows, gone, state)) {
      logger.info(`${ids.length} rows of teachers were fetched again`);
      return false;
    }
  } catch (error) {
    const isWanted = !(error instanceof RestFailure && error.kind === 'aborted');
    if (!isWanted || !(error instanceof RestFailure)) throw error;
    // The next round asks again.
    logger.info('Teachers not fetched again', error);
    return false;
  }
  logger.warn('All rows fetched again');
  await teachers.refillLost(state);
  return true;
}
