/** Rows that a migration changes on purpose, by the release that they are upgraded from. */
interface MeantChange {
  since: string;
  /** With schema. */
  table: string;
  /** 'all' also allows another number of rows. */
  columns: readonly string[] | 'all';
  why: string;
}

export const MEANT_CHANGES: readonly MeantChange[] = [];
