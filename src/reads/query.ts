/**
 * Why a screen has nothing (new) to show. 'unavailable': this phone has it not, and the server cannot be reached.
 * 'failed': the server refused, or the rows never came to this phone and cannot now. 'missing': the server knows none.
 */
export type Absence = 'loading' | 'unavailable' | 'failed' | 'missing' | 'signed-out';

/**
 * The result of every hook that reads. `Without` lists the absences that the hook knows, so that the compiler asks a
 * screen for each. `Meanwhile` is the data without 'ready': null, or for lists those that are known so far.
 */
export type Query<T, Without extends Absence = Absence, Meanwhile = null> =
  | { status: 'ready'; data: T }
  | { status: Without; data: Meanwhile };

/** A list has its known items in any status. */
export type ListQuery<T, Without extends Absence = Absence> = Query<T[], Without, T[]>;

/** Of rows of the person here. */
export type OwnAbsence = 'signed-out' | 'loading' | 'failed';

/** Of a query that a person may repeat. */
export interface Retry {
  /** Asks the server again. */
  retry(): void;
}
