import { weekdayAndYear } from '@/lib/date-forms';
import type { LinkCard } from '@/lib/share-picture';
import { sheet } from './dates';
import { type DanceEvent, KINDS } from './schema';
import { everyText } from './series';

/** The picture of the link to an event. `city`: its name. */
export function eventLinkCard(event: DanceEvent, city: string | null): LinkCard {
  const { day, month, weekday } = sheet(event.startsAt);
  const every = everyText(event);
  return {
    id: event.id,
    // The picture of a series names no date, so that it stays.
    face: every
      ? { kind: 'date', day: weekday, month: every.split(' ')[0]?.toUpperCase() ?? '' }
      : { kind: 'date', day, month: month.toUpperCase() },
    over: KINDS[event.kind],
    title: event.title,
    detail: every ?? weekdayAndYear(event.startsAt),
    place: [event.venue, city].filter(Boolean).join(' · '),
    call: 'Veja no Danceflix',
  };
}
