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

/** Whether a database may exist; false only when it certainly does not. Throws without storage. */
export const isStored = async (database: string): Promise<boolean> =>
  !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === database);

/** Whether anything of the collection may be stored. Throws without storage. */
export const mayBeStored = async (collection: CollectionName): Promise<boolean> =>
  (await isStored(storedIn(collection))) || isStored(plainIn(collection));
