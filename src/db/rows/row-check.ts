/** Checks the values of rows as the pull procedures send them and the replica stores them. */

export type Fields = Record<string, unknown>;

/** Whether a received row has the fields that the app relies on; then it counts as an `R`. */
export type RowCheck<R> = (row: Fields) => row is Fields & R;

/* @__NO_SIDE_EFFECTS__ */
export const checks = <R>(check: (row: Fields) => boolean) => check as RowCheck<R>;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTextOrNull = (value: unknown) => value === null || value === undefined || isText(value);
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** A row with the version that commands name as their base and responses as their result. */
export type Versioned<R> = R & { version: number };
