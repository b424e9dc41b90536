/** The documents that RxDB stores: the server's columns and the fields that the replica adds. */
import type { EventBulk, RxJsonSchema, RxStorageChangeEvent, RxStorageInstance } from 'rxdb/plugins/core';
import type { Observable } from 'rxjs';
import type { Checkpoint } from '@/db/rows/checkpoint';
import { COLLECTION, type Collection, type Row, type RowTypes } from '@/db/rows/collections';
import { storedName } from './names';
import type { Unread } from './unread';

/** The id of the one document in a collection that is not a row: the replica's state, in the same store as the rows. */
export const STATE_ID = 'state';

export interface ReplicaState {
  epoch: string;
  /**
   * Counts the fillings from zero. Rows carry this number instead of the epoch, because a server that is set back to an
   * older state can lead a phone through another epoch and back into the same one, and rows that the server no longer
   * has must still be removed.
   */
  filling: number;
  checkpoint: Checkpoint | null;
  /** All rows of this epoch have arrived at least once. */
  complete: boolean;
  /** All rows of some epoch have arrived: the rows here may be shown as complete. */
  usable: boolean;
  /** Rows of an earlier filling are still here, until this one is complete. */
  mixed: boolean;
  /** Milliseconds since 1970 of the last completed pull. */
  pulledAt: number | null;
  /** The checkpoint before the last change, so that another tab notices a missed change. */
  previous: Checkpoint | null;
  /** Rows before the checkpoint that could not be read. */
  unread?: Unread;
  /** The number of times that rows before the checkpoint were recovered. */
  rereads?: number;
  /** The newest `horizon` of this epoch: a response with a smaller one is older than the rows here. */
  horizon?: number;
  /** The number of outdated responses in a row. */
  outdated?: number;
  /** Ids of rows that came before their turn in a first pull, which has not brought them yet. */
  early?: readonly string[];
}

/** Identifies one filling of one epoch, and the rows recovered later: the source of a search record. */
export function historyOf({ epoch, filling, rereads }: ReplicaState): string {
  return rereads ? `${epoch}#${filling}.${rereads}` : `${epoch}#${filling}`;
}

export interface StoredBase {
  id: string;
  xid: number;
  filling: number;
  /** Only in the document STATE_ID. */
  state?: ReplicaState;
}

export type Stored<R extends Row> = StoredBase & R;

/** RxDB's storage of one collection. */
export interface StoredCollection<D> {
  readonly name: string;
  readonly database: { readonly name: string };
  readonly storageInstance: Pick<
    RxStorageInstance<D, unknown, unknown>,
    'schema' | 'findDocumentsById' | 'query' | 'count' | 'bulkWrite' | 'close'
  >;
  /** Changes of this tab and of others. */
  readonly eventBulks$: Observable<Pick<EventBulk<RxStorageChangeEvent<D>, unknown>, 'events'>>;
}

/** The schemas of these collections, by the names under which RxDB stores them. */
export function schemasOf(names: readonly (keyof RowTypes)[]): Record<string, RxJsonSchema<StoredBase>> {
  return Object.fromEntries(
    names.map((name) => {
      const described: Collection = COLLECTION[name];
      return [storedName(name), schemaOf(described.indexed)];
    }),
  );
}

/**
 * Fields are not listed: no validator runs in production, rows are checked where they arrive. The first index serves
 * reading the rows after a checkpoint; each of `indexed` has its own, and RxDB requires such fields. A document without
 * the field (the state, a tombstone) is simply not found through its index.
 */
function schemaOf(indexed: Readonly<Record<string, number>> = {}): RxJsonSchema<StoredBase> {
  const fields = Object.entries(indexed);
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 36 },
      xid: { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 },
      filling: { type: 'number' },
      ...Object.fromEntries(fields.map(([field, maxLength]) => [field, { type: 'string', maxLength }])),
    },
    required: ['id', 'xid', ...Object.keys(indexed)],
    indexes: [['xid', 'id'], ...fields.map(([field]) => [field, 'id'])],
  } as unknown as RxJsonSchema<StoredBase>;
}
