/** Search indexes of what is stored: the search record, the replica's rows, or both. */

import type { TeacherRow } from '@/db/rows/public-rows';
import { idsIn } from '@/db/search/all-listings';
import type { ListingEntry } from '@/db/search/entry';
import type { RecordSummary } from '@/db/search/keep-record';
import { type Previewed, previewOf } from '@/db/search/previewed';
import { SearchIndex } from '@/db/search/search-index';
import type { SearchRecord } from '@/db/search/search-record';
import { readRecord } from '@/db/search/search-record-store';
import { toEntry } from '@/db/search/to-entry';
import type { ReplicaCollection } from '@/db/storage/replica';
import { historyOf, type ReplicaState } from '@/db/storage/stored';

/** Milliseconds after which even a consistent record is rebuilt (specification 000 §9). */
const RECORD_AGE = 24 * 60 * 60 * 1000;

type Teachers = ReplicaCollection<TeacherRow>;

/** The stored record with what the replica has that is newer. Its tab need not have written the record. */
export async function remadeIndex(teachers: Teachers): Promise<SearchIndex> {
  const state = await teachers.state();
  const record = await readRecord().catch(() => null);
  if (!record || !state || !fits(record, state)) return indexOfRows(teachers, null);
  const index = new SearchIndex(record);
  const { rows, removed } = await teachers.since(record.checkpoint);
  index.apply(rows.map(toEntry), removed);
  return index;
}

/** All rows of the replica; those that cannot be read any more as `known`, or the stored record, has them. */
export async function indexOfRows(teachers: Teachers, known: SearchIndex | null): Promise<SearchIndex> {
  const entries = (await teachers.rows()).map(toEntry);
  const index = new SearchIndex();
  index.apply([...(await lostEntries(teachers, known)), ...entries], []);
  return index;
}

async function lostEntries(teachers: Teachers, known: SearchIndex | null): Promise<ListingEntry[]> {
  if (!(await teachers.lost())) return [];
  const index = known && known.size > 0 ? known : new SearchIndex(await readRecord());
  const ids = await teachers.lostAmong(idsIn(index));
  return ids.map((id) => index.byId(id)).filter((entry) => entry !== null);
}

/** The preview that a record was stored as, if it continues what is in the replica. */
export function previewIn(record: SearchRecord, state: ReplicaState | null): Previewed | null {
  const preview = previewOf(record);
  if (!preview || !isYoung(record) || state?.usable) return null;
  return state && state.epoch !== preview.epoch ? null : preview;
}

export function fits(record: RecordSummary, state: ReplicaState): boolean {
  return state.complete && record.epoch === historyOf(state) && isYoung(record);
}

/** A record from the future was made by a wrong clock. */
const isYoung = ({ builtAt }: RecordSummary): boolean => Math.abs(Date.now() - builtAt) < RECORD_AGE;
