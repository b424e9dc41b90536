/**
 * The one way to keep small values on this phone (localStorage, sessionStorage). Nothing here throws but `forgetText`:
 * rubbish under a key, another release's shape or a storage that is full or closed read as nothing kept. An unreadable
 * value is left alone: an older tab must not delete what a newer release has written.
 */
import { logger } from './logger';

export type Place = 'localStorage' | 'sessionStorage';

/** Of the browser's interface what is used here: the worker's types know no `Storage`. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Looked up at each use: a worker has none, a browser that blocks cookies throws on the look, tests replace it. */
const storageIn = (place: Place): TextStorage | undefined =>
  (globalThis as Partial<Record<Place, TextStorage>>)[place];

/** The text under `key`; null when nothing is kept or the storage is closed. */
export function readText(key: string, place: Place = 'localStorage'): string | null {
  try {
    return storageIn(place)?.getItem(key) ?? null;
  } catch (error) {
    logger.info(`Stored value ${key} is not readable`, error);
    return null;
  }
}

/** Keeps `text` under `key`; null forgets it. False when the storage refuses: it is full or closed. */
export function writeText(key: string, text: string | null, place: Place = 'localStorage'): boolean {
  try {
    const storage = storageIn(place);
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== undefined;
  } catch (error) {
    logger.info(`Stored value ${key} is not kept`, error);
    return false;
  }
}

/** Forgets `key` in both places. Throws when a storage refuses: for sign-outs, which must not pass over that. */
export function forgetText(key: string): void {
  for (const storage of storages()) storage.removeItem(key);
}

/** Both storages, where there are any. Throws where the browser closes them. */
export function storages(): TextStorage[] {
  return [storageIn('localStorage'), storageIn('sessionStorage')].filter((one) => one !== undefined);
}

/** The keys that begin with `prefix`; none where the storage is closed. */
export function storedKeys(prefix: string, place: Place = 'localStorage'): string[] {
  try {
    return Object.keys(storageIn(place) ?? {}).filter((key) => key.startsWith(prefix));
  } catch (error) {
    logger.info(`Stored values ${prefix}… cannot be listed`, error);
    return [];
  }
}

/** The JSON under `key` as `guard` reads it; null when there is none, or when it has another shape. */
export function readStored<T>(
  key: string,
  guard: (value: unknown) => T | null,
  place: Place = 'localStorage',
): T | null {
  const text = readText(key, place);
  if (text === null) return null;
  try {
    return guard(JSON.parse(text));
  } catch (error) {
    logger.info(`Stored value ${key} is not readable`, error);
    return null;
  }
}

export interface Stored<T> {
  readonly key: string;
  read(): T | null;
  /** Null forgets it. False when the storage refuses. */
  write(value: T | null): boolean;
}

interface StoredOptions {
  place?: Place;
  /** A value of another version counts as none. Stored as `version` beside the value's fields. */
  version?: number;
  /** Milliseconds until it counts as none, by a clock that may jump. Stored as `savedAt` beside the value, `draft`. */
  lifetime?: number;
}

/**
 * A value kept as JSON under one key. `guard` gets what was parsed and returns the value, or null for another shape; it
 * takes only the fields that it knows.
 */
export function stored<T>(
  key: string,
  guard: (value: unknown) => T | null,
  { place = 'localStorage', version, lifetime }: StoredOptions = {},
): Stored<T> {
  const unwrap = (value: unknown): T | null => {
    if (version !== undefined && fieldsOf(value).version !== version) return null;
    if (lifetime === undefined) return guard(value);
    const { savedAt, draft } = fieldsOf(value);
    return isNumber(savedAt) && Math.abs(Date.now() - savedAt) <= lifetime ? guard(draft) : null;
  };
  const wrap = (value: T): unknown => {
    const timed = lifetime === undefined ? value : { savedAt: Date.now(), draft: value };
    return version === undefined ? timed : { ...timed, version };
  };
  return {
    key,
    read: () => readStored(key, unwrap, place),
    write: (value) => writeText(key, value === null ? null : JSON.stringify(wrap(value)), place),
  };
}

/** The fields of an object; none of anything else, so that each can be checked. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A time or a count that calculations and `Date` can be made from: JSON's 1e999 is Infinity. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Milliseconds since 1970 that are a date. */
export function isMoment(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= 8.64e15;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}
