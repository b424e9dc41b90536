/** Stores the search record in a database of its own, so that deleting it touches nothing else. */
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { isSearchRecord, type SearchRecord } from './search-record';

/** Everything cached outside RxDB carries this prefix (specification 000 §9). */
export const CACHE_PREFIX = 'danceflix_cache_';
export const RECORD_DATABASE = `${CACHE_PREFIX}search`;
export const STORE = 'records';
export const KEY = 'teachers';

function open(): Promise<IDBPDatabase> {
  return openDB(RECORD_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    // Another connection deletes the database: close it, it is a cache.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
}

/** Works with the database of the record, which is closed afterwards. */
export async function withStore<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
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

/** Throws when IndexedDB does not work at all. */
export async function probeStorage(): Promise<void> {
  await withStore(async () => undefined);
}
