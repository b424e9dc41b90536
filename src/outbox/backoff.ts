/** Decides when a failed command is tried again. */

import { backoff as waitAfter } from '@/lib/backoff';

const FIRST = 1_000;
/** The longest wait; a due time further away than this was written by a clock that has jumped since. */
export const LONGEST = 15 * 60_000;

/**
 * The longest wait, in milliseconds, by the reason of the failure. Short, so that a repaired server is noticed soon;
 * health.ts limits how often a phone asks. A command that has failed for a day may wait longer.
 */
const MINUTE = 60_000;
const LONGEST_BY_REASON: Readonly<Record<string, number>> = {
  network: 20_000,
  timeout: 20_000,
  portal: 20_000,
  attention: LONGEST,
};

/**
 * Milliseconds to wait, half of them random, so that phones that lost the same server do not all return at once.
 * `asked`: the wait that the server asks for.
 */
export function backoff(
  attempts: number,
  random: () => number,
  why: string,
  asked: number | null = null,
): number {
  const longest = LONGEST_BY_REASON[why] ?? MINUTE;
  const wait = Math.round(waitAfter({ first: FIRST, longest, jitter: [0.5, 1] }, attempts, random));
  return Math.min(LONGEST, Math.max(wait, asked ?? 0));
}

export function isDue(dueAt: number, now: number): boolean {
  return dueAt <= now || dueAt - now > LONGEST;
}

const SOONEST = 1_000;
/** The longest timer that is set: a sleeping phone delays timers. */
const LATEST = 5 * 60_000;

/**
 * Milliseconds until the next flush by timer, null when there is nothing to send. After rounds that could not even
 * begin (`fruitless`: no token was available) the interval grows.
 */
export function nextLook(nextDueAt: number | null, now: number, fruitless: number): number | null {
  if (nextDueAt === null) return null;
  const slowest = waitAfter({ first: SOONEST, longest: LATEST }, fruitless);
  return Math.min(LATEST, Math.max(slowest, nextDueAt - now));
}
