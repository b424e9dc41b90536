/** An event as an entry of a calendar file. */
import { type CalendarEntry, calendarFile } from '@/lib/calendar-file';
import { overAt, ZONE } from './dates';
import type { DanceEvent } from './schema';
import { datesBetween, everyText } from './series';

export interface CalendarText {
  city: string | null;
  /** URL of the event's page. */
  address: string;
}

const YEAR = 366 * 86_400_000;

/** The whole file; of a series from this date on. `now`: creation time, milliseconds since 1970. */
export function eventFile(event: DanceEvent, { city, address }: CalendarText, now: number): string {
  const place = [event.venue, city].filter(Boolean).join(', ');
  const about = [
    everyText(event),
    event.description,
    event.price ? `Quanto: ${event.price}` : null,
    event.organiser ? `Quem organiza: ${event.organiser}` : null,
  ];
  const entry: CalendarEntry = {
    uid: event.id,
    title: event.title,
    start: event.startsAt,
    end: overAt(event),
    place: place || null,
    about: about.flatMap((one) => one || []),
    address,
    changedAt: event.updatedAt,
    ...weeklyOf(event),
  };
  return calendarFile([entry], 'Eventos', now);
}

/** The rule of a series from this date on. */
function weeklyOf(event: DanceEvent): Pick<CalendarEntry, 'weekly'> {
  const dates = datesBetween(event, event.startsAt, event.startsAt + 2 * YEAR);
  const last = dates.at(-1);
  if (!last) return {};
  const except = dates.filter(({ isOff }) => isOff).map(({ startsAt }) => startsAt);
  return { weekly: { zone: ZONE, until: last.startsAt, except } };
}
