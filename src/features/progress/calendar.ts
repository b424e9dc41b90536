/** Days, weeks and months by the clock of São Paulo; weeks begin on Monday. */

import { dayKey } from '@/lib/dates';

const DAY = 86_400_000;

/** '2026-11-21' of a moment; null for an invalid date. */
export function dayOf(moment: string | number): string | null {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : dayKey(date);
}

/** '2026-11' of a moment. */
export function monthOf(moment: string | number): string | null {
  return dayOf(moment)?.slice(0, 7) ?? null;
}

/** A serial number for the week of a day ('2026-11-21'): consecutive weeks have consecutive numbers. */
export function weekOf(date: string): number {
  // 1 January 1970 was a Thursday.
  return Math.floor((Date.parse(`${date}T00:00:00Z`) / DAY + 3) / 7);
}

/** The last `count` months up to that of `now`, oldest first, as '2026-11'. */
export function lastMonths(now: number, count: number): string[] {
  const [year = 0, month = 1] = (monthOf(now) ?? '').split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1));
    return at.toISOString().slice(0, 7);
  });
}
