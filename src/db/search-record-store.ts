/** Stores the search record in a database of its own, so that deleting it touches nothing else. */
import { deleteDB, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import {
  isSearchRecord,
  RECORD_VERSION,
  type RecordSummary,
  type SearchRecord,
  summaryOf,
} from './search-record';

/** Everything cached outside RxDB carries this prefix (specification 000 §9). */
export const CACHE_PREFIX = 'danceflix_cache_';
export const RECORD_DATABASE = `${CACHE_PREFIX}search`;
const STORE = 'records';
const KEY = 'teachers';
/** Records of earlier releases have none. */
const SUMMARY = 'teachers-summary';

function open(): Promise<IDBPDatabase> {
  return openDB(RECORD_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    // Another connection deletes the database: close it, it is a cache.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
}

async function withStore<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  let db = await open();
  if (!db.objectStoreNames.contains(STORE)) {
    // The database was created elsewhere without our store, and would never get it otherwise.
    db.close();
    await deleteDB(RECORD_DATABASE);
    db = await open();
  }
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** The stored record, or null when none fits this release. Throws when storage does not work. */
export async function readRecord(): Promise<SearchRecord | null> {
  const value: unknown = await withStore((db) => db.get(STORE, KEY));
  return isSearchRecord(value) ? value : null;
}

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

/** Throws when IndexedDB does not work at all. */
export async function probeStorage(): Promise<void> {
  await withStore(async () => undefined);
}
