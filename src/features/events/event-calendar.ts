/** An event as an entry of a calendar file. */
import { type CalendarEntry, calendarFile } from '@/lib/calendar-file';
import { overAt } from './dates';
import type { DanceEvent } from './schema';

export interface CalendarText {
  city: string | null;
  /** URL of the event's page. */
  address: string;
}

/** The whole file. `now`: creation time, milliseconds since 1970. */
export function eventFile(event: DanceEvent, { city, address }: CalendarText, now: number): string {
  const place = [event.venue, city].filter(Boolean).join(', ');
  const about = [
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
  };
  return calendarFile([entry], 'Eventos', now);
}
