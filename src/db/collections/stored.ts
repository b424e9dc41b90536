/** What every replicated collection stores beside the server's columns. */
import type { RxJsonSchema } from 'rxdb/plugins/core';
import type { Checkpoint } from '../rows';

/** The one document of a collection that is no row: how far the replica has come, in the same store as the rows. */
export const STATE_ID = 'state';

export interface ReplicaState {
  epoch: string;
  checkpoint: Checkpoint | null;
  /** All rows of this epoch have arrived at least once. */
  complete: boolean;
  /** All rows of some epoch have arrived: what is here may be shown as the whole. */
  usable: boolean;
  /** Rows of an earlier epoch are still here, until this one is complete. */
  mixed: boolean;
  /** Milliseconds since 1970 of the last pull that came to its end. */
  pulledAt: number | null;
  /** The checkpoint before the last change, so that another tab notices when it missed one. */
  previous: Checkpoint | null;
}

export interface StoredBase {
  id: string;
  xid: number;
  epoch: string;
  /** Only in the document STATE_ID. */
  state?: ReplicaState;
}

/**
 * Fields are not listed: no validator runs in production, rows are checked where they arrive. The index serves reading
 * what came after a checkpoint.
 */
export function storedSchema<T extends StoredBase>(): RxJsonSchema<T> {
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 36 },
      xid: { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 },
      epoch: { type: 'string' },
    },
    required: ['id', 'xid'],
    indexes: [['xid', 'id']],
  } as unknown as RxJsonSchema<T>;
}
