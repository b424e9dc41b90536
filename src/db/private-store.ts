/** What this page holds in memory of the person's own rows, told by the engine; emptied with the sign-out. */
import { createStore } from 'zustand/vanilla';
import type { PRIVATE, PrivateName, RowTypes } from './collections';
import type { Versioned } from './rows';

type Described = typeof PRIVATE;
type HeldOf<N extends PrivateName> = Described[N]['holds'] extends 'one'
  ? RowTypes[N] | null
  : (Described[N]['versioned'] extends true ? Versioned<RowTypes[N]> : RowTypes[N])[];
type HeldRows = { [N in PrivateName as Described[N]['key']]: HeldOf<N> };
/** Pulled at least once: what is missing is missing. */
type Known = { [N in PrivateName as `${Described[N]['key']}Known`]: boolean };

/** The rows of each collection under its `key`, and whether they are known; then what is said of them. */
export interface PrivateRows extends HeldRows, Known {
  userId: string;
  /** The version of the profile's row; 0 without one. */
  profileVersion: number;
  /** Milliseconds since 1970. */
  profilePulledAt: number | null;
  /** What was written to favourites and blocks up to this version is here, removals too, which leave no row to tell it by. */
  marksUpTo: number;
  /** Some of the last pull did not come through, or the storage does not work. */
  failed: boolean;
  /** Collections whose last pull failed. */
  failing: PrivateName[];
  /** Rows that came and that this release cannot read; of those that it held before, the older copy is here. */
  unread: number;
  /** In which epoch of the server the versions of a collection were counted; null while it changes. */
  epochs: Record<PrivateName, string | null>;
}

export const privateStore = createStore<{ rows: PrivateRows | null }>()(() => ({ rows: null }));

/** The rows of this person, or null: never those of somebody else. */
export function privateRowsOf(userId: string | null, rows: PrivateRows | null): PrivateRows | null {
  return rows !== null && rows.userId === userId ? rows : null;
}

export function setPrivateRows(rows: PrivateRows | null): void {
  privateStore.setState({ rows });
}
