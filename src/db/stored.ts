/** What RxDB stores of every replicated collection beside the server's columns. */
import type { RxCollection, RxCollectionCreator, RxJsonSchema } from 'rxdb/plugins/core';
import { COLLECTION, type Collection, type Row, type RowTypes } from './collections';
import type { Checkpoint } from './pull-page';
import type { Unread } from './unread';

/** The one document of a collection that is no row: how far the replica has come, in the same store as the rows. */
export const STATE_ID = 'state';

export interface ReplicaState {
  epoch: string;
  /**
   * Counts the fillings from zero. Rows carry it instead of the epoch, because a server set back to an older state leads
   * a phone through another epoch and back into the same one, and rows that it no longer has must still go.
   */
  filling: number;
  checkpoint: Checkpoint | null;
  /** All rows of this epoch have arrived at least once. */
  complete: boolean;
  /** All rows of some epoch have arrived: what is here may be shown as the whole. */
  usable: boolean;
  /** Rows of an earlier filling are still here, until this one is complete. */
  mixed: boolean;
  /** Milliseconds since 1970 of the last pull that came to its end. */
  pulledAt: number | null;
  /** The checkpoint before the last change, so that another tab notices when it missed one. */
  previous: Checkpoint | null;
  /** Rows before the checkpoint that could not be read. */
  unread?: Unread;
  /** How often rows from before the checkpoint were brought after all. */
  rereads?: number;
  /** The newest `horizon` of this epoch: an answer with a smaller one is older than what is here. */
  horizon?: number;
  /** How many answers in a row were older than what is here. */
  outdated?: number;
}

/** Names one filling of one epoch, and what was put into it later: what a search record was built from. */
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

/** Of RxDB, by name. */
export type StoredCollections<N extends keyof RowTypes> = { [M in N]: RxCollection<Stored<RowTypes[M]>> };

/** What RxDB is to create for these names. */
export function creatorsOf<N extends keyof RowTypes>(names: readonly N[]): Record<N, RxCollectionCreator> {
  return Object.fromEntries(
    names.map((name) => {
      const described: Collection = COLLECTION[name];
      return [name, { schema: schemaOf(described.indexed) }];
    }),
  ) as Record<N, RxCollectionCreator>;
}

/**
 * Fields are not listed: no validator runs in production, rows are checked where they arrive. The first index serves
 * reading what came after a checkpoint; each of `indexed` has its own, and RxDB wants such fields required. A document
 * without one (the state, a tombstone) is just not found by it.
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
