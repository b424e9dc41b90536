const SOONEST = 1_000;
/** The longest that a timer is trusted: phones sleep. */
const LATEST = 5 * 60_000;

/**
 * Milliseconds until the next flush by timer, null when there is nothing to send. After rounds that could not even begin
 * (`fruitless`: no token to be had) it looks less and less often.
 */
export function nextLook(nextDueAt: number | null, now: number, fruitless: number): number | null {
  if (nextDueAt === null) return null;
  const slowest = Math.min(LATEST, SOONEST * 2 ** Math.min(fruitless, 10));
  return Math.min(LATEST, Math.max(slowest, nextDueAt - now));
}
