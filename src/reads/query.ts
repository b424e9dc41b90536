/**
 * Why a screen has nothing (new) to show. 'unavailable': this phone does not have the data, and the server cannot be
 * reached. 'failed': the server refused, or the rows never arrived on this phone and cannot now. 'missing': the server
 * has no such row.
 */
export type Absence = 'loading' | 'unavailable' | 'failed' | 'missing' | 'signed-out';

/**
 * The result of every reading hook. `Without` lists the absences that the hook can return, so that the compiler makes a
 * screen handle each. `Meanwhile` is the type of the data when not 'ready': null, or for lists the items known so far.
 */
export type Query<T, Without extends Absence = Absence, Meanwhile = null> =
  | { status: 'ready'; data: T }
  | { status: Without; data: Meanwhile };

/** A list has its known items in every status. */
export type ListQuery<T, Without extends Absence = Absence> = Query<T[], Without, T[]>;

/** For rows of the signed-in person. */
export type OwnAbsence = 'signed-out' | 'loading' | 'failed';

/** For a query that a person may repeat. */
export interface Retry {
  /** Asks the server again. */
  retry(): void;
}
