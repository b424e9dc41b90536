/**
 * The rows of the teachers that a person is likely to open, before a long first pull: details arrive in the order of
 * their use. The checkpoint stays at the start, and the pull brings these rows again in their turn.
 */

import type { TeacherRow } from '@/db/rows/public-rows';
import type { ReplicaCollection } from '@/db/storage/replica';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import type { Interests } from '../search/order-of-use';
import type { RecordUpdater } from '../search/record-updater';
import { fetchTeachersByIds } from './by-ids';
import { PULL_PAGE } from './page-size';

/** With fewer teachers than these pages the pull alone is as quick. */
const WORTH_IT = 2 * PULL_PAGE;
const MOST = 300;

interface Early {
  teachers: ReplicaCollection<TeacherRow>;
  record: Pick<RecordUpdater, 'previewed' | 'firstOfUse'>;
  interests: Interests;
  signal: AbortSignal;
}

/**
 * Needs a preview, which names the teachers and the epoch; without one, and in a pull that has begun, it does nothing.
 * Throws RestFailure only when aborted, and errors of the storage.
 */
export async function pullEarly({ teachers, record, interests, signal }: Early): Promise<void> {
  const { previewed } = record;
  if (!previewed || (await teachers.state())) return;
  const ids = record.firstOfUse(interests, MOST, WORTH_IT);
  if (ids.length === 0) return;
  try {
    const { rows } = await fetchTeachersByIds(ids, signal);
    await teachers.writeEarly(rows, previewed.epoch);
  } catch (error) {
    const isFault = !(error instanceof RestFailure) || error.kind === 'aborted';
    if (isFault) throw error;
    // The pull meets the same fault, and reports it.
    logger.info('No first rows', error);
  }
}
