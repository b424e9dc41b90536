import type { CollectionName } from '@/db/rows/collections';

/** Name of the replica; its last number is raised with every change of schema. */
export const PUBLIC_DATABASE = 'danceflix-public-v1';

/** The name of RxDB's collection: teachers' rows are packed (packed-rows.ts). */
export const storedName = (collection: string): string =>
  collection === 'teachers' ? `packed-${collection}` : collection;

/** The IndexedDB database in which RxDB's Dexie storage keeps a collection. */
export const storedIn = (collection: CollectionName): string =>
  `rxdb-dexie-${PUBLIC_DATABASE}--0--${storedName(collection)}`;

/** Whether anything of the collection may be stored; false only when it certainly is not. Throws without storage. */
export const mayBeStored = async (collection: CollectionName): Promise<boolean> =>
  !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === storedIn(collection));
