/** The signed-in person's own rows in this page's memory, sent by the engine; emptied at sign-out. */
import { createStore } from 'zustand/vanilla';
import type { PRIVATE, PrivateName, RowTypes } from '@/db/rows/collections';
import type { Versioned } from '@/db/rows/row-check';

type Described = typeof PRIVATE;
type HeldOf<N extends PrivateName> = Described[N]['holds'] extends 'one'
  ? RowTypes[N] | null
  : (Described[N]['versioned'] extends true ? Versioned<RowTypes[N]> : RowTypes[N])[];
type HeldRows = { [N in PrivateName as Described[N]['key']]: HeldOf<N> };
/** Pulled at least once, so an absent row does not exist. */
type Known = { [N in PrivateName as `${Described[N]['key']}Known`]: boolean };

/** The rows of each collection under its `key`, whether they are known, and their state. */
export interface PrivateRows extends HeldRows, Known {
  userId: string;
  /** The version of the profile's row; 0 without a row. */
  profileVersion: number;
  /** Milliseconds since 1970. */
  profilePulledAt: number | null;
  /**
   * All writes to favourites and blocks up to this version are here. Removals count too, which leave no row with a
   * version.
   */
  marksUpTo: number;
  /** A part of the last pull failed, or the storage does not work. */
  failed: boolean;
  /** Collections whose last pull failed. */
  failing: PrivateName[];
  /** Received rows that this release cannot read; older copies that it already held are kept. */
  unread: number;
  /** The epoch of the server in which a collection's versions were counted; null while it changes. */
  epochs: Record<PrivateName, string | null>;
}

export const privateStore = createStore<{ rows: PrivateRows | null }>()(() => ({ rows: null }));

/** The rows if they are this person's, else null. */
export function privateRowsOf(userId: string | null, rows: PrivateRows | null): PrivateRows | null {
  return rows !== null && rows.userId === userId ? rows : null;
}

export function setPrivateRows(rows: PrivateRows | null): void {
  privateStore.setState({ rows });
}
