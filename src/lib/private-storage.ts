/**
 * Names of the databases that hold one person's rows, and deleting them without RxDB: signing out has to work before
 * anything heavy is loaded.
 */
import { digestOf } from './digest';

const PREFIX = 'danceflix-private-v';
const VERSION = 1;
/** As RxDB's Dexie storage names the IndexedDB database of a collection. */
const STORED = `rxdb-dexie-${PREFIX}`;
/** As in src/db/collections.ts, whose test compares the two. For browsers that do not list their databases. */
export const STORED_COLLECTIONS = [
  'profile',
  'lesson_requests',
  'evaluations',
  'favourites',
  'notifications',
];
/** Milliseconds that other tabs have to let go of a database. */
const PATIENCE = 5_000;

/** Sixteen characters that stand for a person and say nothing; throws where the page has no Web Crypto (plain http). */
export async function personKey(userId: string): Promise<string> {
  return (await digestOf(userId)).slice(0, 16);
}

/** Name of a person's replica. Says nothing of the person; throws without Web Crypto. */
export async function privateDatabaseName(userId: string): Promise<string> {
  return `${PREFIX}${VERSION}-${await personKey(userId)}`;
}

/** Deletes the databases of everybody but `keep`. Throws when one cannot be deleted. */
export async function removePrivateStorage({ keep }: { keep: string | null }): Promise<void> {
  const kept = keep === null ? null : `rxdb-dexie-${await privateDatabaseName(keep)}-`;
  await removeWhere((name) => name.startsWith(STORED) && !(kept && name.startsWith(kept)));
}

/** Deletes the databases of one person. Throws when one cannot be deleted. */
export async function removePrivateStorageOf(userId: string): Promise<void> {
  const own = `rxdb-dexie-${await privateDatabaseName(userId)}-`;
  await removeWhere(
    (name) => name.startsWith(own),
    STORED_COLLECTIONS.map((name) => `${own}-0--${name}`),
  );
}

/** `guesses`: for browsers that do not list their databases; deleting one that is not there does nothing. */
async function removeWhere(matches: (name: string) => boolean, guesses: string[] = []): Promise<void> {
  if (!globalThis.indexedDB) return;
  const listed = (await indexedDB.databases?.())?.flatMap(({ name }) => name ?? []);
  await Promise.all((listed ?? guesses).filter(matches).map(remove));
}

function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A private database is still held')), PATIENCE);
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve();
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('A private database was not deleted'));
    };
  });
}
