/** Type ids of `timestamp` and `timestamptz`, from pg_type. */
export const TIMESTAMP = 1114;
export const TIMESTAMPTZ = 1184;

/**
 * What PostgREST answers ('2026-11-20T19:37:19.414+00:00') from what PostgreSQL prints
 * ('2026-11-20 19:37:19.414+00'); Safari's Date takes only the first (FACTS, fault 4).
 */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}
