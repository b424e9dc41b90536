/**
 * Moves kept data to today: what was to happen in five days when the release was made would otherwise have passed, and
 * its writes would be refused. By whole weeks, so that weekdays stay.
 */
const WEEK = 7 * 86_400_000;
const YEARS = 2 * 365 * 86_400_000;

/** Milliseconds from the day of the release to today, in whole weeks. */
export function weeksSince(recordedAt: number, now = Date.now()): number {
  return Math.max(0, Math.floor((now - recordedAt) / WEEK)) * WEEK;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:\d\d)?)?$/;

/** The value with every day and moment in it later by so many milliseconds. Numbers count near `recordedAt`. */
export function later<T>(value: T, by: number, recordedAt: number): T {
  if (by === 0) return value;
  return move(value, by, recordedAt) as T;
}

function move(value: unknown, by: number, near: number): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value - near) < YEARS ? value + by : value;
  if (typeof value === 'string') return moveText(value, by);
  if (Array.isArray(value)) return value.map((one) => move(one, by, near));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, move(inner, by, near)]));
}

function moveText(text: string, by: number): string {
  if (DAY.test(text)) return days(text, by);
  // Everything after the day stays: weeks change no hour, and Brazil has no summer time.
  return MOMENT.test(text) ? days(text.slice(0, 10), by) + text.slice(10) : text;
}

function days(day: string, by: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + by).toISOString().slice(0, 10);
}
