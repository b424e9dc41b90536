/** Type ids of pg_type. */
export const BOOLEAN = 16;
export const DATE = 1082;
export const TIMESTAMP = 1114;
export const TIMESTAMPTZ = 1184;
export const JSONB = 3802;

/**
 * Converts a timestamp from PostgreSQL's format ('2026-11-20 19:37:19.414+00') to PostgREST's
 * ('2026-11-20T19:37:19.414+00:00'); Safari's Date accepts only the latter (FACTS, fault 4).
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** Passes a timestamp parameter as text; the driver would turn any number into a date. */
export function momentText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
