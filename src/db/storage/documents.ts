/** Rows as documents: the server's columns, and what the replica and RxDB add. */
import type { RxDocumentData } from 'rxdb/plugins/core';
import type { Row } from '@/db/rows/collections';
import type { PulledRow } from './pull-page';
import { type ReplicaState, STATE_ID, type Stored, type StoredBase } from './stored';

export type Documents<R extends Row> = RxDocumentData<Stored<R>>;

/** Where the documents of a collection are stored: one by one, or many in one. */
export interface RowStore<R extends Row> {
  /** Also tombstones. */
  find(ids: string[]): Promise<Documents<R>[]>;
  /** All but tombstones; with the state. */
  live(): Promise<Documents<R>[]>;
  ofKind(kind: string): Promise<Documents<R>[]>;
  /** Documents and tombstones of at least this version, in any order. */
  since(xid: number): Promise<Documents<R>[]>;
  /** The number of live rows. */
  count(): Promise<number>;
  /** In one transaction; passes over outdated ones. */
  write(documents: readonly Documents<R>[]): Promise<void>;
  /** Calls back for what was written, also in other tabs. Returns a function that stops. */
  onChange(listener: (documents: readonly Documents<R>[]) => void): () => void;
  close?(): void;
  /** Only of stores that can lose some of their rows. */
  losses?: LostRows<R>;
}

/** Rows that are stored but cannot be read any more. They count as live until they are restored. */
export interface LostRows<R extends Row> {
  /** Calls back when rows were found to be lost. Returns a function that stops. */
  onLost(listener: () => void): () => void;
  /** Null when no rows are lost. `refilledBy`: the filling that brings all rows anew. */
  lost(): Promise<{ refilledBy?: number } | null>;
  /** Filters ids: keeps the ones whose rows are lost. */
  lostAmong(ids: readonly string[]): Promise<string[]>;
  /**
   * Writes rows that were lost, in one transaction. Resolves to false, and rows still count as lost, when some are
   * missing yet; with `isAll` these are known to be gone.
   */
  restore(documents: readonly Documents<R>[], isAll: boolean): Promise<boolean>;
  /** The ids of some lost rows are not known: this filling will bring them. */
  awaitRefill(filling: number): Promise<void>;
}

export function isRow(document: StoredBase): boolean {
  return document.id !== STATE_ID;
}

/** Detects the response of a cache or a lagging replica: within one filling, versions only grow. */
export function isOlder(document: StoredBase, held: StoredBase): boolean {
  return isRow(held) && document.filling === held.filling && document.xid < held.xid;
}

export function toRow<R extends Row>(document: Documents<R>): R {
  const { xid, filling, state, _deleted, _meta, _rev, _attachments, ...row } = document;
  return row as unknown as R;
}

export function toDocument<R extends Row>(pulled: PulledRow<R>, filling: number): Documents<R> {
  if (pulled.deleted) return blank<R>(pulled.id, pulled.xid, filling);
  return { ...pulled.row, xid: pulled.xid, filling, ...fresh(false) } as unknown as Documents<R>;
}

/** A tombstone on the phone keeps no data of the removed row. */
export function blank<R extends Row>(id: string, xid: number, filling: number): Documents<R> {
  return { id, xid, filling, ...fresh(true) } as unknown as Documents<R>;
}

export function stateDocument<R extends Row>(state: ReplicaState): Documents<R> {
  return { id: STATE_ID, xid: 0, filling: state.filling, state, ...fresh(false) } as unknown as Documents<R>;
}

/** RxDB fills in revision and time itself. */
export function fresh(deleted: boolean) {
  return { _deleted: deleted, _attachments: {}, _meta: { lwt: 1 }, _rev: '' };
}
