/**
 * The public replica, in RxDB on IndexedDB. Never migrated: a new schema is a new name, refilled, the old one dropped;
 * another collection just comes beside the others.
 * Import dynamically or in a worker only: this loads RxDB.
 */
import { createRxDatabase, type RxCollection, type RxDatabase, removeRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { citySchema, type StoredCity } from './collections/cities';
import { contentSchema, type StoredContent } from './collections/content';
import { danceStyleSchema, type StoredDanceStyle } from './collections/dance-styles';
import { type StoredTeacher, teacherSchema } from './collections/teachers';
import { PUBLIC_DATABASE } from './names';

const OLDER = [] as const satisfies readonly string[];

export interface PublicCollections {
  cities: RxCollection<StoredCity>;
  dance_styles: RxCollection<StoredDanceStyle>;
  teachers: RxCollection<StoredTeacher>;
  content: RxCollection<StoredContent>;
}

export type PublicDatabase = RxDatabase<PublicCollections>;

/** Opens the replica; every call opens another connection. Throws when IndexedDB does not work. */
export async function openPublicDatabase(options: { multiInstance?: boolean } = {}): Promise<PublicDatabase> {
  const database = await createRxDatabase<PublicCollections>({
    name: PUBLIC_DATABASE,
    storage: storage(),
    multiInstance: options.multiInstance ?? true,
    closeDuplicates: true,
  });
  try {
    await database.addCollections({
      cities: { schema: citySchema },
      dance_styles: { schema: danceStyleSchema },
      teachers: { schema: teacherSchema },
      content: { schema: contentSchema },
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Removes the replicas of earlier schemas. */
export async function dropOlderDatabases(): Promise<void> {
  for (const name of OLDER) await removeRxDatabase(name, storage());
}

/** With the globals of this moment, not of the moment when Dexie was loaded. */
function storage() {
  return getRxStorageDexie({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
}
