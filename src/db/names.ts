import type { CollectionName } from './collections';

/** Name of the replica; its last number is raised with every change of schema. */
export const PUBLIC_DATABASE = 'danceflix-public-v1';

/** The IndexedDB database in which RxDB's Dexie storage keeps a collection. */
export function storedIn(collection: CollectionName): string {
  return `rxdb-dexie-${PUBLIC_DATABASE}--0--${collection}`;
}

/** Whether anything of the collection may be stored; false only when certainly nothing is. Throws without storage. */
export async function mayBeStored(collection: CollectionName): Promise<boolean> {
  if (!indexedDB.databases) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === storedIn(collection));
}
