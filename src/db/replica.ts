/** Reading and filling the replica's collections: the only place that writes them. */
import type { BulkWriteRow, RxCollection, RxDocumentData } from 'rxdb/plugins/core';
import { prepareQuery } from 'rxdb/plugins/core';
import { privateDatabaseName } from '@/lib/private-storage';
import type { Checkpoint } from './checkpoint';
import {
  COLLECTIONS,
  type CollectionName,
  PRIVATE_COLLECTIONS,
  type PrivateName,
  type Row,
  type RowTypes,
} from './collections';
import { dropOlderDatabases, type OpenOptions, openDatabase } from './database';
import { PUBLIC_DATABASE } from './names';
import type { PulledRow } from './pull-page';
import type { Versioned } from './rows';
import { probeStorage } from './search-record-store';
import { type ReplicaState, STATE_ID, type Stored, type StoredBase } from './stored';
import { unreadIds } from './unread';

export interface ReplicaChange<R extends Row> {
  rows: R[];
  removed: string[];
  /** Present when the collection's state was written together with these rows. */
  state: ReplicaState | null;
}

/** The open collections of one database. */
export type CollectionsOf<N extends keyof RowTypes> = { [M in N]: ReplicaCollection<RowTypes[M]> };
export type ReplicaOf<N extends keyof RowTypes> = CollectionsOf<N> & { close(): Promise<void> };
export type Replica = ReplicaOf<CollectionName>;
/** One person's own rows, in a database of their own that is deleted at sign-out. */
export type PrivateReplica = ReplicaOf<PrivateName>;

type Documents<R extends Row> = RxDocumentData<Stored<R>>;

/** Rows per transaction; the thread is released between two of them. */
const SLICE = 250;
const CONTEXT = 'danceflix-pull';

export class ReplicaCollection<R extends Row> {
  constructor(
    readonly name: keyof RowTypes,
    private readonly collection: RxCollection<Stored<R>>,
  ) {}

  async state(): Promise<ReplicaState | null> {
    const [document] = await this.documents([STATE_ID]);
    return document?.state ?? null;
  }

  /**
   * Writes a page, and the checkpoint in the same transaction as its last rows. After any interruption the stored
   * checkpoint is never ahead of the rows; writing a page again changes nothing.
   */
  async writePage(
    rows: readonly PulledRow<R>[],
    state: ReplicaState,
    pace: () => Promise<void>,
  ): Promise<void> {
    const documents = rows.map((row) => toDocument(row, state.filling));
    for (let from = 0; from + SLICE < documents.length; from += SLICE) {
      await this.write(documents.slice(from, from + SLICE));
      await pace();
    }
    const last = documents.length === 0 ? 0 : Math.floor((documents.length - 1) / SLICE) * SLICE;
    await this.write([...documents.slice(last), stateDocument<R>(state)]);
  }

  /** Writes rows without a checkpoint, so that the next pull brings them again. `state`: the collection's. */
  writeRows(rows: readonly PulledRow<R>[], { filling }: ReplicaState): Promise<void> {
    return this.write(rows.map((row) => toDocument(row, filling)));
  }

  /** Whether each of the rows, or a later version of it, is here. */
  async holds(rows: readonly PulledRow<R>[]): Promise<boolean> {
    const ids = rows.map((row) => (row.deleted ? row.id : row.row.id));
    const held = new Map((await this.documents(ids)).map(({ id, xid }) => [id, xid]));
    // A first pull leaves tombstones out.
    return rows.every((row, at) => (held.get(ids[at] ?? '') ?? (row.deleted ? row.xid : -1)) >= row.xid);
  }

  writeState(state: ReplicaState): Promise<void> {
    return this.write([stateDocument<R>(state)]);
  }

  /** All live rows. */
  async rows(): Promise<R[]> {
    return this.query({ selector: { _deleted: { $eq: false } } }).then((all) =>
      all.filter(isRow).map(toRow<R>),
    );
  }

  /** The live rows of a kind, by the index of collections that have kinds. */
  async ofKind(kind: string): Promise<R[]> {
    const all = await this.query({ selector: { _deleted: { $eq: false }, kind: { $eq: kind } } });
    return all.map(toRow<R>);
  }

  /** All live rows, each with its version: the transaction that wrote it. */
  async versioned(): Promise<Versioned<R>[]> {
    const all = await this.query({ selector: { _deleted: { $eq: false } } });
    return all.filter(isRow).map((document) => ({ ...toRow<R>(document), version: document.xid }));
  }

  /**
   * Begins a new filling in the same epoch: the next pull reads everything again and removes rows that it does not
   * bring.
   */
  async refill(): Promise<void> {
    const state = await this.state();
    if (state) await this.writeState(refilled(state, state.epoch));
  }

  /** Rows and removals at or after a checkpoint's transaction, in any order. */
  async since(checkpoint: Checkpoint | null): Promise<{ rows: R[]; removed: string[] }> {
    const xid = { $gte: checkpoint?.xid ?? 0 };
    const [live, gone] = await Promise.all([
      this.query({ selector: { _deleted: { $eq: false }, xid } }),
      this.query({ selector: { _deleted: { $eq: true }, xid } }),
    ]);
    return { rows: live.filter(isRow).map(toRow<R>), removed: gone.map(({ id }) => id) };
  }

  /** A row's version: the transaction that wrote it. */
  async version(id: string): Promise<number | null> {
    const [document] = await this.documents([id]);
    return document && !document._deleted ? document.xid : null;
  }

  async row(id: string): Promise<R | null> {
    if (id === STATE_ID) return null;
    const [document] = await this.documents([id]);
    return document && !document._deleted ? toRow<R>(document) : null;
  }

  /** The number of live rows. */
  async count(): Promise<number> {
    const query = this.prepare({ selector: { _deleted: { $eq: false } } });
    const { count } = await this.collection.storageInstance.count(query);
    return count - ((await this.state()) ? 1 : 0);
  }

  /**
   * After a full resync: blanks the rows that it did not bring. An older copy of a row that it could not read is kept.
   */
  async removeOtherFillings(state: ReplicaState, pace: () => Promise<void>): Promise<void> {
    const { filling, checkpoint } = state;
    const unread = unreadIds(state.unread);
    const stale = (await this.query({ selector: { _deleted: { $eq: false } } })).filter(
      (document) => isRow(document) && document.filling !== filling && !unread.has(document.id),
    );
    for (let from = 0; from < stale.length; from += SLICE) {
      await this.write(
        stale.slice(from, from + SLICE).map(({ id }) => blank<R>(id, checkpoint?.xid ?? 0, filling)),
      );
      await pace();
    }
  }

  /** Calls back for every change, including those of other tabs. Returns a function that stops. */
  onChange(listener: (change: ReplicaChange<R>) => void): () => void {
    const subscription = this.collection.eventBulks$.subscribe((bulk) => {
      const change: ReplicaChange<R> = { rows: [], removed: [], state: null };
      for (const { documentId, operation, documentData } of bulk.events) {
        const document = documentData as Documents<R>;
        if (documentId === STATE_ID) change.state = document.state ?? null;
        else if (operation === 'DELETE') change.removed.push(documentId);
        else change.rows.push(toRow<R>(document));
      }
      listener(change);
    });
    return () => subscription.unsubscribe();
  }

  private async write(documents: Documents<R>[]): Promise<void> {
    const before = new Map((await this.documents(documents.map(({ id }) => id))).map((old) => [old.id, old]));
    const rows: BulkWriteRow<Stored<R>>[] = documents.flatMap((document) => {
      const previous = before.get(document.id);
      if (!previous) return [{ document }];
      return isOlder(document, previous) ? [] : [{ document, previous }];
    });
    const { error } = await this.collection.storageInstance.bulkWrite(rows, CONTEXT);
    // Only another puller without the lock could have written in between; the page is pulled again then.
    if (error[0])
      throw new Error(`Writing ${this.name}: status ${error[0].status} for ${error[0].documentId}`);
  }

  private documents(ids: string[]): Promise<Documents<R>[]> {
    return this.collection.storageInstance.findDocumentsById(ids, true);
  }

  private async query(query: QueryLike): Promise<Documents<R>[]> {
    return (await this.collection.storageInstance.query(this.prepare(query))).documents;
  }

  /** Queries the storage directly: RxDB's own queries hide removed documents. */
  private prepare({ selector }: QueryLike) {
    const first = selector.xid ? [{ xid: 'asc' }] : selector.kind ? [{ kind: 'asc' }] : [];
    const sort = [...first, { id: 'asc' }];
    type Filled = Parameters<typeof prepareQuery<Stored<R>>>[1];
    return prepareQuery<Stored<R>>(this.collection.storageInstance.schema, {
      selector,
      sort,
      skip: 0,
    } as unknown as Filled);
  }
}

interface QueryLike {
  selector: { _deleted: { $eq: boolean }; xid?: { $gte: number }; kind?: { $eq: string } };
}

function isRow(document: StoredBase): boolean {
  return document.id !== STATE_ID;
}

/** Detects the response of a cache or a lagging replica: within one filling, versions only grow. */
function isOlder(document: StoredBase, held: StoredBase): boolean {
  return isRow(held) && document.filling === held.filling && document.xid < held.xid;
}

function toRow<R extends Row>(document: Documents<R>): R {
  const { xid, filling, state, _deleted, _meta, _rev, _attachments, ...row } = document;
  return row as unknown as R;
}

function toDocument<R extends Row>(pulled: PulledRow<R>, filling: number): Documents<R> {
  if (pulled.deleted) return blank<R>(pulled.id, pulled.xid, filling);
  return { ...pulled.row, xid: pulled.xid, filling, ...fresh(false) } as unknown as Documents<R>;
}

/** A tombstone on the phone keeps no data of the removed row. */
function blank<R extends Row>(id: string, xid: number, filling: number): Documents<R> {
  return { id, xid, filling, ...fresh(true) } as unknown as Documents<R>;
}

function stateDocument<R extends Row>(state: ReplicaState): Documents<R> {
  return { id: STATE_ID, xid: 0, filling: state.filling, state, ...fresh(false) } as unknown as Documents<R>;
}

/** RxDB fills in revision and time itself. */
function fresh(deleted: boolean) {
  return { _deleted: deleted, _attachments: {}, _meta: { lwt: 1 }, _rev: '' };
}

/** The state in which everything is read again; present rows stay until then. */
export function refilled(state: ReplicaState, epoch: string): ReplicaState {
  const { unread, rereads, horizon, outdated, ...kept } = state;
  return {
    ...kept,
    epoch,
    filling: state.filling + 1,
    checkpoint: null,
    complete: false,
    mixed: true,
    previous: null,
  };
}

/** Opens the public replica. Throws when IndexedDB does not work. */
export async function openReplica(options: OpenOptions = {}): Promise<Replica> {
  const replica = await openNamed(PUBLIC_DATABASE, COLLECTIONS, options);
  await dropOlderDatabases();
  return replica;
}

/** Opens a person's replica. Throws when IndexedDB does not work, or without Web Crypto. */
export async function openPrivateReplica(userId: string, options: OpenOptions = {}): Promise<PrivateReplica> {
  return openNamed(await privateDatabaseName(userId), PRIVATE_COLLECTIONS, options);
}

async function openNamed<N extends keyof RowTypes>(
  name: string,
  names: readonly N[],
  options: OpenOptions,
): Promise<ReplicaOf<N>> {
  // RxDB's Dexie storage remembers a failed opening for as long as its thread lives: never let it meet one.
  await probeStorage();
  const database = await openDatabase(name, names, options);
  const collections = Object.fromEntries(
    names.map((one) => [
      one,
      new ReplicaCollection(one, database[one] as unknown as RxCollection<Stored<Row>>),
    ]),
  );
  return { ...collections, close: async () => void (await database.close()) } as unknown as ReplicaOf<N>;
}
