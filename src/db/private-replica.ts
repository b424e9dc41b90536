/**
 * What one person's phone holds of that person, in a database of its own, deleted with the sign-out. A worker loads
 * this, or import it dynamically: it brings RxDB.
 */
import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { privateDatabaseName } from '@/lib/private-storage';
import { evaluationSchema, type StoredEvaluation } from './collections/evaluations';
import { favouriteSchema, type StoredMark } from './collections/favourites';
import { lessonRequestSchema, type StoredLessonRequest } from './collections/lesson-requests';
import { notificationSchema, type StoredNotification } from './collections/notifications';
import { profileSchema, type StoredProfile } from './collections/profile';
import { ReplicaCollection } from './replica';
import type { RowTypes } from './rows';
import { probeStorage } from './search-record-store';

interface PrivateCollections {
  profile: RxCollection<StoredProfile>;
  notifications: RxCollection<StoredNotification>;
  lesson_requests: RxCollection<StoredLessonRequest>;
  evaluations: RxCollection<StoredEvaluation>;
  favourites: RxCollection<StoredMark>;
}

export interface PrivateReplica {
  profile: ReplicaCollection<RowTypes['profile']>;
  notifications: ReplicaCollection<RowTypes['notifications']>;
  lesson_requests: ReplicaCollection<RowTypes['lesson_requests']>;
  evaluations: ReplicaCollection<RowTypes['evaluations']>;
  favourites: ReplicaCollection<RowTypes['favourites']>;
  close(): Promise<void>;
}

/** Opens a person's replica. Throws when IndexedDB does not work, or without Web Crypto. */
export async function openPrivateReplica(
  userId: string,
  options: { multiInstance?: boolean } = {},
): Promise<PrivateReplica> {
  await probeStorage();
  const database = await createRxDatabase<PrivateCollections>({
    name: await privateDatabaseName(userId),
    storage: getRxStorageDexie({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange }),
    multiInstance: options.multiInstance ?? true,
    closeDuplicates: true,
  });
  try {
    await database.addCollections({
      profile: { schema: profileSchema },
      notifications: { schema: notificationSchema },
      lesson_requests: { schema: lessonRequestSchema },
      evaluations: { schema: evaluationSchema },
      favourites: { schema: favouriteSchema },
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    profile: new ReplicaCollection('profile', database.profile),
    notifications: new ReplicaCollection('notifications', database.notifications),
    lesson_requests: new ReplicaCollection('lesson_requests', database.lesson_requests),
    evaluations: new ReplicaCollection('evaluations', database.evaluations),
    favourites: new ReplicaCollection('favourites', database.favourites),
    close: async () => {
      await database.close();
    },
  };
}
