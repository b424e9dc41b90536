/** Reads values from the server or the replica, accepting only the expected type. */
import { textsOf } from './stored';

/** A text that is not blank; null for everything else. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the fields of an object by key. Throws TypeError with the key when a required field is missing. */
export function reader(data: unknown) {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const need = <T>(key: string, value: T | null): T => {
    if (value === null) throw new TypeError(`${key} is missing or of another type`);
    return value;
  };
  const text = (key: string): string => need(key, textOrNull(fields[key]));
  return {
    any: (key: string): unknown => fields[key],
    text,
    /** Like `text`, but may be empty. */
    string: (key: string): string => need(key, typeof fields[key] === 'string' ? fields[key] : null),
    textOrNull: (key: string): string | null => textOrNull(fields[key]),
    /** Null where the field is missing; throws on other types than text. */
    optional: (key: string): string | null => (fields[key] == null ? null : text(key)),
    texts: (key: string): string[] => textsOf(fields[key]),
    number: (key: string): number => {
      const value = fields[key];
      return need(key, typeof value === 'number' && Number.isFinite(value) ? value : null);
    },
    /** Milliseconds since 1970 of a date as text. */
    time: (key: string): number => {
      const value = Date.parse(text(key));
      return need(key, Number.isNaN(value) ? null : value);
    },
    object: (key: string): object => {
      const value = fields[key];
      return need(key, typeof value === 'object' ? value : null);
    },
  };
}
