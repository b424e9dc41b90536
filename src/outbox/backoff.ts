/** When a command that did not get through is tried again. */

const FIRST = 2_000;
/** The longest wait; a due time further away than this was written by a clock that has jumped since. */
export const LONGEST = 15 * 60_000;
const SHORTEST = 500;

/** Milliseconds, with full jitter: phones that lost the same server do not come back together. */
export function backoff(attempts: number, random: () => number, asked: number | null = null): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** Math.min(attempts, 20));
  const wait = Math.max(SHORTEST, Math.round(random() * ceiling));
  return Math.min(LONGEST, Math.max(wait, asked ?? 0));
}

export function isDue(dueAt: number, now: number): boolean {
  return dueAt <= now || dueAt - now > LONGEST;
}
