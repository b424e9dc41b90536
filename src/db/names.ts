import type { CollectionName } from './collections';

/** Name of the replica; its last number is raised with every change of schema. */
export const PUBLIC_DATABASE = 'danceflix-public-v1';

/** The name of RxDB's collection. Teachers' rows are packed (packed-rows.ts); those of earlier releases were not. */
export const storedName = (collection: string): string =>
  collection === 'teachers' ? `packed-${collection}` : collection;

const inDatabase = (name: string) => `rxdb-dexie-${PUBLIC_DATABASE}--0--${name}`;

/** The IndexedDB database in which RxDB's Dexie storage keeps a collection. */
export const storedIn = (collection: CollectionName): string => inDatabase(storedName(collection));

/** Where releases before packed rows kept it. */
export const plainIn = (collection: string): string => inDatabase(collection);

/** Whether anything of the collection may be stored; false only when certainly nothing is. Throws without storage. */
export async function mayBeStored(collection: CollectionName): Promise<boolean> {
  if (!indexedDB.databases) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === storedIn(collection) || name === plainIn(collection));
}
