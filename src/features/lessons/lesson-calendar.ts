/** Confirmed lessons as entries of a calendar file. Pure. */
import type { CalendarEntry } from '@/lib/calendar-file';
import { siteAddress } from '@/lib/site';
import type { ShownLesson } from './lesson-overlay';
import { priceText } from './lesson-texts';

/** Minutes before a lesson at which the calendar reminds. */
const ALARM = 120;

/** The lessons that belong in a calendar file: confirmed ones, and those called off, which it takes out again. */
export function forCalendar(lessons: readonly ShownLesson[], now: number): ShownLesson[] {
  return lessons.filter(
    ({ status, agreed }) =>
      (status === 'confirmed' || status === 'called_off') &&
      agreed !== null &&
      Date.parse(agreed.starts_at) + agreed.minutes * 60_000 > now,
  );
}

/** `other`: name of the other person; null for a lesson that was never confirmed. `now`: milliseconds since 1970. */
export function calendarEntry(lesson: ShownLesson, other: string, now: number): CalendarEntry | null {
  const { agreed, id, side, status, request_id, version } = lesson;
  if (!agreed) return null;
  const start = Date.parse(agreed.starts_at);
  return {
    uid: `aula-${id}`,
    title: `Aula com ${other}`,
    start,
    end: start + agreed.minutes * 60_000,
    place: agreed.place,
    about: agreed.price_cents ? [`Valor combinado: ${priceText(agreed.price_cents)}`] : [],
    address: siteAddress(`/${side}/requests/${request_id}`),
    changedAt: now,
    sequence: version,
    isCancelled: status === 'called_off',
    alarm: ALARM,
  };
}
