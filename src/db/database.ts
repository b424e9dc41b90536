/**
 * The replica's databases, in RxDB on IndexedDB. Never migrated: a new schema gets a new name and is filled again, the
 * old one is dropped; a new collection is simply added.
 *
 * Import dynamically or in a worker only: this loads RxDB.
 */
import { createRxDatabase, type RxDatabase, removeRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { RowTypes } from './collections';
import { creatorsOf, type StoredCollections } from './stored';

const OLDER = [] as const satisfies readonly string[];

export interface OpenOptions {
  multiInstance?: boolean;
}

/**
 * Opens a database with these collections; every call opens another connection. Throws when IndexedDB does not work.
 */
export async function openDatabase(
  name: string,
  collections: readonly (keyof RowTypes)[],
  { multiInstance = true }: OpenOptions,
): Promise<RxDatabase<StoredCollections>> {
  const database = await createRxDatabase<StoredCollections>({
    name,
    storage: storage(),
    multiInstance,
    closeDuplicates: true,
  });
  try {
    await database.addCollections(creatorsOf(collections));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Removes the public replicas of earlier schemas. */
export async function dropOlderDatabases(): Promise<void> {
  for (const name of OLDER) await removeRxDatabase(name, storage());
}

/** Reads the globals lazily: tests replace them after Dexie was loaded. */
function storage() {
  return getRxStorageDexie({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
}
