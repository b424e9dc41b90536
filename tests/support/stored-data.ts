/**
 * Copies everything that an origin stores in IndexedDB and restores it elsewhere: stored data of
 * earlier releases are fixtures, so that upgrades are tested with real phones' data.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

interface StoredIndex {
  name: string;
  keyPath: string | string[];
  unique: boolean;
  multiEntry: boolean;
}

interface StoredStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: StoredIndex[];
  records: { key: unknown; value: unknown }[];
}

export interface StoredDatabase {
  name: string;
  version: number;
  stores: StoredStore[];
}

export const pack = (databases: StoredDatabase[]): Buffer =>
  gzipSync(JSON.stringify(databases), { level: 9 });

export const unpack = (packed: Buffer): StoredDatabase[] =>
  JSON.parse(gunzipSync(packed).toString('utf8')) as StoredDatabase[];

/**
 * Reads every database of the page's origin. Typed arrays become `{ "$bytes": constructor,
 * "base64": … }`.
 */
export function takeStoredData(page: Page): Promise<StoredDatabase[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const plain = (value: unknown): unknown => {
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
        return { $bytes: value.constructor.name, base64: btoa(text) };
      }
      if (Array.isArray(value)) return value.map(plain);
      if (value instanceof Date || value instanceof Blob || value instanceof Map || value instanceof Set)
        throw new Error(`The fixture cannot hold a ${value.constructor.name} yet`);
      if (value === null || typeof value !== 'object') return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
    };
    const databases: StoredDatabase[] = [];
    for (const { name, version } of await indexedDB.databases()) {
      if (!name || !version) continue;
      const database = await settled(indexedDB.open(name, version));
      const names = [...database.objectStoreNames];
      const stores: StoredStore[] = [];
      if (names.length > 0) {
        const transaction = database.transaction(names, 'readonly');
        for (const storeName of names) {
          const store = transaction.objectStore(storeName);
          const indexes = [...store.indexNames].map((indexName) => {
            const index = store.index(indexName);
            return {
              name: index.name,
              keyPath: index.keyPath,
              unique: index.unique,
              multiEntry: index.multiEntry,
            };
          });
          const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
          stores.push({
            name: storeName,
            keyPath: store.keyPath,
            autoIncrement: store.autoIncrement,
            indexes,
            records: keys.map((key, position) => ({ key, value: plain(values[position]) })),
          });
        }
      }
      database.close();
      databases.push({ name, version, stores });
    }
    return databases;
  });
}

/** Writes the databases into the origin of the page, which must not have opened any of them. */
export function putStoredData(page: Page, databases: StoredDatabase[]): Promise<void> {
  return page.evaluate(async (wanted) => {
    const arrays = { Uint8Array, Uint16Array, Uint32Array, Float64Array, Int32Array };
    const rich = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rich);
      if (value === null || typeof value !== 'object') return value;
      if ('$bytes' in value && 'base64' in value) {
        const kind = arrays[value.$bytes as keyof typeof arrays];
        const bytes = Uint8Array.from(atob(String(value.base64)), (letter) => letter.charCodeAt(0));
        return new kind(bytes.buffer);
      }
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rich(inner)]));
    };
    for (const { name, version, stores } of wanted) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onerror = () => reject(opening.error);
        opening.onblocked = () => reject(new Error(`${name} is open`));
        opening.onupgradeneeded = () => {
          for (const { name: storeName, keyPath, autoIncrement, indexes, records } of stores) {
            const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
            for (const index of indexes) {
              store.createIndex(index.name, index.keyPath, {
                unique: index.unique,
                multiEntry: index.multiEntry,
              });
            }
            for (const { key, value } of records) {
              if (keyPath === null) store.put(rich(value), key as IDBValidKey);
              else store.put(rich(value));
            }
          }
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    }
  }, databases);
}
