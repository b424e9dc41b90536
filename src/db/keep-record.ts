/** What the engine does with the stored record; pages only read it. */
import type { IDBPObjectStore } from 'idb';
import { RECORD_VERSION, type SearchRecord } from './search-record';
import { KEY, STORE, withStore } from './search-record-store';

/** Records of earlier releases have none. */
const SUMMARY = 'teachers-summary';

const SUMMED_UP = [
  'version',
  'build',
  'builtAt',
  'epoch',
  'checkpoint',
  'count',
  'cities',
  'danceStyles',
] as const satisfies readonly (keyof SearchRecord)[];

/** What a record says of itself: enough to tell whether it still fits, at a hundredth of its size. */
export type RecordSummary = Pick<SearchRecord, (typeof SUMMED_UP)[number]>;

const summaryOf = (record: SearchRecord) => Object.fromEntries(SUMMED_UP.map((name) => [name, record[name]]));

/** The summary of the stored record, which may be damaged for all that; null without one of this release. */
export async function readSummary(): Promise<RecordSummary | null> {
  const value = (await withStore((db) => db.get(STORE, SUMMARY))) as RecordSummary | undefined;
  return value?.version === RECORD_VERSION ? value : null;
}

/** Throws when the disk is full or storage does not work. */
export async function writeRecord(record: SearchRecord): Promise<void> {
  await change((store) => [store.put(record, KEY), store.put(summaryOf(record), SUMMARY)]);
}

export async function dropRecord(): Promise<void> {
  await change((store) => [store.delete(KEY), store.delete(SUMMARY)]);
}

type RecordStore = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, 'readwrite'>;

/** All of it, or nothing. */
const change = (work: (store: RecordStore) => Promise<unknown>[]): Promise<void> =>
  withStore(async (db) => {
    const { store, done } = db.transaction(STORE, 'readwrite');
    await Promise.all([...work(store), done]);
  });
