import type { CollectionName } from './rows';

/** Name of the replica; its last number is raised with every change of schema. */
export const PUBLIC_DATABASE = 'danceflix-public-v1';

/** The IndexedDB database in which RxDB's Dexie storage keeps a collection. */
export function storedIn(collection: CollectionName): string {
  return `rxdb-dexie-${PUBLIC_DATABASE}--0--${collection}`;
}
