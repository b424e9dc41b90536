/** As JSON.stringify writes it: a zero byte, which no text of PostgreSQL holds, or half a character, which UTF-8 cannot say. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Whether the database takes every text in a parsed JSON value, and the value is no deeper than programs can go. */
export function isStorable(value: unknown): boolean {
  try {
    return !UNSTORABLE.test(JSON.stringify(value) ?? '');
  } catch {
    return false;
  }
}
