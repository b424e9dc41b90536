/** Day and hour that the form of a new lesson begins with. Pure. */
import { DAY_KEYS } from '@/db/rows/availability';
import type { LessonTerms } from '@/db/rows/lesson-fields';
import { instantOf, wallTimeAt, weeksLater } from '@/lib/wall-time';

const HOURS: Readonly<Record<string, string>> = { manha: '09:00', tarde: '15:00', noite: '19:00' };
const DAY = 86_400_000;
const WEEK: readonly string[] = DAY_KEYS;

/** The same day and hour as the last lesson's, in the first week after it whose time has not passed. */
export function suggestedAfter(
  { starts_local, zone }: Pick<LessonTerms, 'starts_local' | 'zone'>,
  now: number,
): { date: string; time: string } {
  const passed = Math.max(0, now - instantOf(starts_local, zone));
  let weeks = Math.max(1, Math.floor(passed / (7 * DAY)));
  while (instantOf(weeksLater(starts_local, weeks), zone) <= now) weeks += 1;
  const next = weeksLater(starts_local, weeks);
  return { date: next.slice(0, 10), time: next.slice(11) };
}

/** The next of the asked days from tomorrow on, at the first asked time; empty where nothing was asked. */
export function suggestedStart(
  days: readonly string[],
  times: readonly string[],
  now: number,
  zone: string,
): { date: string; time: string } {
  const today = Date.parse(`${wallTimeAt(now, zone).slice(0, 10)}T00:00Z`);
  // WEEK begins with Monday, getUTCDay with Sunday.
  const wanted = new Set(days.map((day) => (WEEK.indexOf(day) + 1) % 7));
  const isWanted = (time: number) => days.length > 0 && wanted.has(new Date(time).getUTCDay());
  const next = Array.from({ length: 7 }, (_, away) => today + (away + 1) * DAY).find(isWanted);
  return {
    date: next === undefined ? '' : new Date(next).toISOString().slice(0, 10),
    time: HOURS[times[0] ?? ''] ?? '',
  };
}
