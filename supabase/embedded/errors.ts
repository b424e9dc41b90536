/** Fields of an SQL error; both drivers use the same names. */
export interface SqlError {
  code: string;
  message: string;
  detail?: string | null | undefined;
  hint?: string | null | undefined;
}

export function isSqlError(error: unknown): error is SqlError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
  );
}

const BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  // PostgREST says 500, which phones would retry, but a statement that is too complex fails every time.
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * The HTTP status that PostgREST uses for a SQLSTATE, except for class 54.
 * Source: https://docs.postgrest.org/en/stable/references/errors.html ("HTTP Status Codes", "RAISE errors").
 */
export function statusOfSqlState(code: string, signedIn: boolean): number {
  if (code === '42501') return signedIn ? 403 : 401;
  const raised = /^PT([2-5]\d\d)$/.exec(code);
  if (raised) return Number(raised[1]);
  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}
