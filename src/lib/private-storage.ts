/**
 * Names of the databases with one person's rows, and their deletion without RxDB: a sign-out has to work before
 * anything large is loaded.
 */
import { digestOf } from './digest';

const PREFIX = 'danceflix-private-v';
const VERSION = 1;
/** The name that RxDB's Dexie storage gives to the IndexedDB database of a collection. */
const STORED = `rxdb-dexie-${PREFIX}`;
/**
 * Must equal the list in src/db/rows/collections.ts, whose test compares the two. For browsers that do not list their
 * databases.
 */
export const STORED_COLLECTIONS = [
  'profile',
  'lesson_requests',
  'lessons',
  'payment_keys',
  'notebook',
  'evaluations',
  'favourites',
  'alerts',
  'notifications',
];
/** Milliseconds that other tabs have to close a database. */
const PATIENCE = 5_000;

/**
 * Sixteen characters that stand for a person without identifying them; throws where the page has no Web Crypto (plain
 * http).
 */
export async function personKey(userId: string): Promise<string> {
  return (await digestOf(userId)).slice(0, 16);
}

/** The name of a person's replica. Does not identify the person; throws without Web Crypto. */
export async function privateDatabaseName(userId: string): Promise<string> {
  return `${PREFIX}${VERSION}-${await personKey(userId)}`;
}

/** Deletes all persons' databases except that of `keep`. Throws when one cannot be deleted. */
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

/** `guesses`: for browsers that do not list their databases; deleting a missing one does nothing. */
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
