/** Ids of types, from pg_type. */
export const BOOLEAN = 16;
export const DATE = 1082;
export const TIMESTAMP = 1114;
export const TIMESTAMPTZ = 1184;
export const JSONB = 3802;

/**
 * What PostgREST answers ('2026-11-20T19:37:19.414+00:00') from what PostgreSQL prints
 * ('2026-11-20 19:37:19.414+00'); Safari's Date takes only the first (FACTS, fault 4).
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** A parameter of such a type as it is written; the driver would make a date of any number. */
export function momentText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
