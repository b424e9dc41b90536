/** Reading and filling the replica's collections: the only place that writes them. */

import type { Checkpoint } from '@/db/rows/checkpoint';
import {
  COLLECTIONS,
  type CollectionName,
  PRIVATE_COLLECTIONS,
  type PrivateName,
  type Row,
  type RowTypes,
} from '@/db/rows/collections';
import type { Versioned } from '@/db/rows/row-check';
import { probeStorage } from '@/db/search/search-record-store';
import { privateDatabaseName } from '@/lib/private-storage';
import { type OpenOptions, openDatabase } from './database';
import { blank, isRow, type RowStore, stateDocument, toDocument, toRow } from './documents';
import { PUBLIC_DATABASE, storedName } from './names';
import { PackedRows } from './packed-rows';
import { PlainRows } from './plain-rows';
import type { PulledRow } from './pull-page';
import { type ReplicaState, STATE_ID } from './stored';
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

/** Rows per transaction; the thread is released between two of them. */
const SLICE = 256;

export class ReplicaCollection<R extends Row> {
  constructor(
    readonly name: keyof RowTypes,
    private readonly store: RowStore<R>,
  ) {}

  async state(): Promise<ReplicaState | null> {
    const [document] = await this.store.find([STATE_ID]);
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
      await this.store.write(documents.slice(from, from + SLICE));
      await pace();
    }
    const last = documents.length === 0 ? 0 : Math.floor((documents.length - 1) / SLICE) * SLICE;
    await this.store.write([...documents.slice(last), stateDocument<R>(state)]);
  }

  /**
   * Writes rows that came before their turn, in a collection without rows. The pull begins at the start all the same, and
   * removes those that it does not bring: a first pull says nothing of rows that have gone.
   */
  async writeEarly(rows: readonly PulledRow<R>[], epoch: string): Promise<void> {
    const early = rows.flatMap((one) => (one.deleted ? [] : [one.row.id]));
    const documents = rows.map((row) => toDocument(row, 0));
    await this.store.write([...documents, stateDocument<R>({ ...NOTHING, epoch, early })]);
  }

  /** Writes rows without a checkpoint, so that the next pull brings them again. `state`: the collection's. */
  writeRows(rows: readonly PulledRow<R>[], { filling }: ReplicaState): Promise<void> {
    return this.store.write(rows.map((row) => toDocument(row, filling)));
  }

  /** Whether each of the rows, or a later version of it, is here. */
  async holds(rows: readonly PulledRow<R>[]): Promise<boolean> {
    const ids = rows.map((row) => (row.deleted ? row.id : row.row.id));
    const held = new Map((await this.store.find(ids)).map(({ id, xid }) => [id, xid]));
    // A first pull leaves tombstones out.
    return rows.every((row, at) => (held.get(ids[at] ?? '') ?? (row.deleted ? row.xid : -1)) >= row.xid);
  }

  writeState(state: ReplicaState): Promise<void> {
    return this.store.write([stateDocument<R>(state)]);
  }

  /** All live rows. */
  async rows(): Promise<R[]> {
    return (await this.store.live()).filter(isRow).map(toRow<R>);
  }

  /** The live rows of a kind, by the index of collections that have kinds. */
  async ofKind(kind: string): Promise<R[]> {
    return (await this.store.ofKind(kind)).map(toRow<R>);
  }

  /** All live rows, each with its version: the transaction that wrote it. */
  async versioned(): Promise<Versioned<R>[]> {
    return (await this.store.live())
      .filter(isRow)
      .map((document) => ({ ...toRow<R>(document), version: document.xid }));
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
    const all = (await this.store.since(checkpoint?.xid ?? 0)).filter(isRow);
    return {
      rows: all.filter(({ _deleted }) => !_deleted).map(toRow<R>),
      removed: all.flatMap(({ _deleted, id }) => (_deleted ? [id] : [])),
    };
  }

  /** A row's version: the transaction that wrote it. */
  async version(id: string): Promise<number | null> {
    const [document] = await this.store.find([id]);
    return document && !document._deleted ? document.xid : null;
  }

  async row(id: string): Promise<R | null> {
    if (id === STATE_ID) return null;
    const [document] = await this.store.find([id]);
    return document && !document._deleted ? toRow<R>(document) : null;
  }

  /** Calls back when stored rows cannot be read any more. Returns a function that stops. */
  onLost(listener: () => void): () => void {
    return this.store.losses?.onLost(listener) ?? (() => undefined);
  }

  /** Null when no rows are lost. `refilledBy`: the filling that brings all rows anew. */
  async lost(): Promise<{ refilledBy?: number } | null> {
    return (await this.store.losses?.lost()) ?? null;
  }

  /** Filters ids: keeps the ones whose rows are stored but cannot be read any more. */
  async lostAmong(ids: readonly string[]): Promise<string[]> {
    return (await this.store.losses?.lostAmong(ids)) ?? [];
  }

  /** Writes lost rows again, and removes those of `gone`. Without `isAll`, whether nothing is missing any more. */
  async restore(
    rows: readonly PulledRow<R>[],
    gone: readonly string[],
    { filling, checkpoint }: ReplicaState,
    isAll = false,
  ): Promise<boolean> {
    const removed = gone.map((id) => blank<R>(id, checkpoint?.xid ?? 0, filling));
    const documents = [...rows.map((row) => toDocument(row, filling)), ...removed];
    return (await this.store.losses?.restore(documents, isAll)) ?? true;
  }

  /** Begins a new filling, because the ids of some lost rows are not known. */
  async refillLost({ filling }: ReplicaState): Promise<void> {
    await this.store.losses?.awaitRefill(filling + 1);
    await this.refill();
  }

  /** At the end of a first pull: removes rows that came before it, and that it did not bring. */
  async removeEarly({ early = [], filling, checkpoint, unread }: ReplicaState): Promise<void> {
    const kept = unreadIds(unread);
    const gone = early.filter((id) => !kept.has(id));
    await this.store.write(gone.map((id) => blank<R>(id, checkpoint?.xid ?? 0, filling)));
  }

  /** The number of live rows. */
  count(): Promise<number> {
    return this.store.count();
  }

  /**
   * After a full resync: blanks the rows that it did not bring. An older copy of a row that it could not read is kept.
   */
  async removeOtherFillings(state: ReplicaState, pace: () => Promise<void>): Promise<void> {
    const { filling, checkpoint } = state;
    const unread = unreadIds(state.unread);
    const stale = (await this.store.live()).filter(
      (document) => isRow(document) && document.filling !== filling && !unread.has(document.id),
    );
    for (let from = 0; from < stale.length; from += SLICE) {
      await this.store.write(
        stale.slice(from, from + SLICE).map(({ id }) => blank<R>(id, checkpoint?.xid ?? 0, filling)),
      );
      await pace();
    }
  }

  /** Calls back for every change, including those of other tabs. Returns a function that stops. */
  onChange(listener: (change: ReplicaChange<R>) => void): () => void {
    return this.store.onChange((documents) => {
      const change: ReplicaChange<R> = { rows: [], removed: [], state: null };
      for (const document of documents) {
        if (!isRow(document)) change.state = document.state ?? null;
        else if (document._deleted) change.removed.push(document.id);
        else change.rows.push(toRow<R>(document));
      }
      listener(change);
    });
  }
}

/** The state of a collection before its first page. */
const NOTHING: Omit<ReplicaState, 'epoch'> = {
  filling: 0,
  checkpoint: null,
  complete: false,
  usable: false,
  mixed: false,
  pulledAt: null,
  previous: null,
};

/** The state in which everything is read again; present rows stay until then. */
export function refilled(state: ReplicaState, epoch: string): ReplicaState {
  const { unread, rereads, horizon, outdated, early, ...kept } = state;
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
  return openNamed(PUBLIC_DATABASE, COLLECTIONS, options);
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
  const stores = names.map((one): [N, RowStore<Row>] => {
    const stored = storedName(one);
    const collection = database.collections[stored];
    if (!collection) throw new Error(`RxDB opened no ${stored}`);
    if (stored === one) return [one, new PlainRows(collection)];
    const hasOthers = options.multiInstance !== false && typeof BroadcastChannel !== 'undefined';
    const channel = hasOthers ? new BroadcastChannel(`danceflix-${stored}`) : null;
    return [one, new PackedRows(collection, channel)];
  });
  const close = async () => {
    for (const [, store] of stores) store.close?.();
    await database.close();
  };
  const collections = stores.map(([one, store]) => [one, new ReplicaCollection(one, store)]);
  return { ...Object.fromEntries(collections), close } as unknown as ReplicaOf<N>;
}
