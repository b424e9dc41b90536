import { DAY_KEYS, type Day } from '@/db/availability';
import type { LessonRequestRow } from '@/db/rows';
import { dayKey } from '@/lib/dates';

const DAY = 24 * 60 * 60_000;
/** Days after the acceptance, where no day was asked for. */
const PATIENCE = 3;

type Accepted = Pick<LessonRequestRow, 'answered_at' | 'request_date' | 'preferred_days'>;

/**
 * Whether to invite to an evaluation: once the first of the requested days after the acceptance is over, by São Paulo's
 * clock; without one, three days after the acceptance. The right to evaluate begins with the acceptance and does not
 * depend on this. `now` in milliseconds since 1970.
 */
export function isEvaluationDue(request: Accepted, now: number): boolean {
  const accepted = Date.parse(request.answered_at ?? request.request_date);
  if (Number.isNaN(accepted)) return true;
  const wait = daysUntil(request.preferred_days, accepted);
  if (wait === null) return now - accepted >= PATIENCE * DAY;
  return dayKey(now) > dayKey(accepted + wait * DAY);
}

/** Days from the acceptance to the next requested weekday, from the following day on; null for any day. */
function daysUntil(requested: readonly string[], accepted: number): number | null {
  for (let wait = 1; wait <= 7; wait += 1) {
    if (requested.includes(weekdayOf(accepted + wait * DAY))) return wait;
  }
  return null;
}

function weekdayOf(time: number): Day {
  // Sunday is 0 for the browser, and last in our week.
  const index = (new Date(`${dayKey(time)}T12:00:00Z`).getUTCDay() + 6) % 7;
  return DAY_KEYS[index] ?? 'domingo';
}
