/**
 * Reading what this phone keeps as JSON: whatever stands under a key, rubbish, another release's shape or nothing, is
 * either what the reader expects or null. An unreadable value is left alone: an older tab must not delete what a newer
 * release has written.
 */
import { logger } from './logger';

type Place = 'localStorage' | 'sessionStorage';

/** The value under `key` as `guard` reads it; null when there is none, or when it is another shape. Never throws. */
export function readStored<T>(place: Place, key: string, guard: (value: unknown) => T | null): T | null {
  try {
    // A worker has neither.
    const places = globalThis as Partial<Record<Place, { getItem(key: string): string | null }>>;
    const text = places[place]?.getItem(key) ?? null;
    return text === null ? null : guard(JSON.parse(text));
  } catch (error) {
    logger.info(`Stored value ${key} is not readable`, error);
    return null;
  }
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
