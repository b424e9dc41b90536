/**
 * The replica's databases, in RxDB's storage on IndexedDB. Never migrated: a new schema gets a new name and is filled
 * again; a new collection is simply added. Of RxDB only the storage is opened, and not its database of documents and
 * queries that update themselves: the replica reads and writes rows in bulk, and the rest is two thirds of its code.
 *
 * Import dynamically or in a worker only: this loads RxDB.
 */
import {
  type BulkWriteRow,
  createRevision,
  fillWithDefaultSettings,
  now,
  type RxJsonSchema,
} from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Row, RowTypes } from '@/db/rows/collections';
import { freshToken } from '@/lib/browser/token';
import { type Stored, type StoredBase, type StoredCollection, schemasOf } from './stored';

export interface OpenOptions {
  multiInstance?: boolean;
}

export interface Database {
  /** By the names under which they are stored. */
  collections: Record<string, StoredCollection<Stored<Row>>>;
  close(): Promise<void>;
}

/** The databases that are open in this thread, by name. Those of one name share a connection. */
const open = new Map<string, Database>();

/**
 * Opens a database with these collections, after closing the one of this name that is open here. Throws when IndexedDB
 * does not work.
 */
export async function openDatabase(
  name: string,
  names: readonly (keyof RowTypes)[],
  { multiInstance = true }: OpenOptions,
): Promise<Database> {
  await open.get(name)?.close();
  const token = freshToken();
  const opened: StoredCollection<Stored<Row>>[] = [];
  const close = async () => {
    await Promise.all(opened.map(({ storageInstance }) => storageInstance.close()));
  };
  try {
    for (const [stored, schema] of Object.entries(schemasOf(names))) {
      opened.push(await openCollection(name, stored, schema, token, multiInstance));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const database: Database = {
    collections: Object.fromEntries(opened.map((one) => [one.name, one])),
    close: async () => {
      if (open.get(name) === database) open.delete(name);
      await close();
    },
  };
  open.set(name, database);
  return database;
}

type Rows = BulkWriteRow<Stored<Row>>[];

async function openCollection(
  database: string,
  name: string,
  schema: RxJsonSchema<StoredBase>,
  token: string,
  multiInstance: boolean,
): Promise<StoredCollection<Stored<Row>>> {
  const instance = await storage().createStorageInstance<Stored<Row>>({
    databaseInstanceToken: token,
    databaseName: database,
    collectionName: name,
    schema: fillWithDefaultSettings(schema) as never,
    options: {},
    multiInstance,
    devMode: false,
  });
  // The storage opens in the background, and would report a failure only to the first who reads.
  await instance.internals;
  return {
    name,
    database: { name: database },
    storageInstance: {
      schema: instance.schema,
      findDocumentsById: (ids, deleted) => instance.findDocumentsById(ids, deleted),
      query: (query) => instance.query(query),
      count: (query) => instance.count(query),
      bulkWrite: (rows, context) => instance.bulkWrite(stamped(rows, token), context),
      close: () => instance.close(),
    },
    eventBulks$: instance.changeStream(),
  };
}

/** With revision and time, as the storage demands and RxDB's collections add. */
function stamped(rows: Rows, token: string): Rows {
  const lwt = now();
  return rows.map(({ document, previous }) => {
    const _rev = createRevision(token, previous);
    return {
      ...(previous && { previous }),
      document: { ...document, _meta: { ...document._meta, lwt }, _rev },
    };
  });
}

/** Reads the globals lazily: tests replace them after Dexie was loaded. */
function storage() {
  return getRxStorageDexie({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
}
