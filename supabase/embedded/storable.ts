/** Escapes in JSON that PostgreSQL cannot store: the zero byte and lone surrogates. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Whether PostgreSQL can store every text of a parsed JSON value, and the value is not nested too deeply. */
export function isStorable(value: unknown): boolean {
  try {
    return !UNSTORABLE.test(JSON.stringify(value) ?? '');
  } catch {
    return false;
  }
}
