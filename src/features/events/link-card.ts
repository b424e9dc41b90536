import { weekdayAndYear } from '@/lib/date-forms';
import type { LinkCard } from '@/lib/share-picture';
import { sheet } from './dates';
import { type DanceEvent, KINDS } from './schema';

/** The picture of the link to an event. `city`: its name. */
export function eventLinkCard(event: DanceEvent, city: string | null): LinkCard {
  const { day, month } = sheet(event.startsAt);
  return {
    id: event.id,
    face: { kind: 'date', day, month: month.toUpperCase() },
    over: KINDS[event.kind],
    title: event.title,
    detail: weekdayAndYear(event.startsAt),
    place: [event.venue, city].filter(Boolean).join(' · '),
    call: 'Veja no Danceflix',
  };
}
