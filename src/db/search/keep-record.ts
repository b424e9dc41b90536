/** Writes the search record and reads its summary, for the engine. Pages only read the record (search-record-store.ts). */
import type { SearchRecord } from './search-record';
import { KEY, STORE, withStore } from './search-record-store';

const SUMMARY = 'teachers-summary';

const SUMMED_UP = [
  'build',
  'builtAt',
  'epoch',
  'checkpoint',
  'count',
  'cities',
  'danceStyles',
] as const satisfies readonly (keyof SearchRecord)[];

/** The parts of a record that tell whether it still fits, without its columns. */
export type RecordSummary = Pick<SearchRecord, (typeof SUMMED_UP)[number]>;

const summaryOf = (record: SearchRecord) => Object.fromEntries(SUMMED_UP.map((name) => [name, record[name]]));

/** The summary of the stored record, which may be damaged, or of another version, for all that; null without one. */
export async function readSummary(): Promise<RecordSummary | null> {
  return (await withStore((db) => db.get(STORE, SUMMARY))) ?? null;
}

/** Record and summary, or neither. Throws when the disk is full or storage does not work. */
export async function writeRecord(record: SearchRecord): Promise<void> {
  await withStore(async (db) => {
    const { store, done } = db.transaction(STORE, 'readwrite');
    await Promise.all([store.put(record, KEY), store.put(summaryOf(record), SUMMARY), done]);
  });
}

export async function dropRecord(): Promise<void> {
  await withStore((db) => db.clear(STORE));
}
