import type { NamesLookup } from '@/reads/use-names';
import { JsonLd } from '@/ui/json-ld';
import { byMonth } from '../dates';
import type { DanceEvent } from '../schema';
import { eventNode, eventsData } from '../structured-data';
import { EventCard } from './event-card';
import classes from './events.module.css';

interface EventMonthsProps {
  events: readonly DanceEvent[];
  names: NamesLookup;
  now: number;
  /** Level of the months' headings. */
  level?: 2 | 3;
}

export function stylesOf(event: DanceEvent, names: NamesLookup): string[] {
  return event.styleIds.flatMap((id) => names.styleName(id) ?? []);
}

/** Events grouped by the month in which they begin. */
export function EventMonths({ events, names, now, level = 2 }: EventMonthsProps) {
  const Heading = `h${level}` as const;
  return byMonth(events, now).map(({ key, title, events: own }) => (
    <section key={key} className={classes.month} aria-labelledby={`mes-${key}`}>
      <Heading id={`mes-${key}`}>{title}</Heading>
      <EventCards events={own} names={names} now={now} />
    </section>
  ));
}

export function EventCards({ events, names, now }: Omit<EventMonthsProps, 'level'>) {
  const worded = events.map((event) => ({
    event,
    city: names.cityName(event.cityId),
    styles: stylesOf(event, names),
  }));
  return (
    <>
      <JsonLd data={eventsData(worded.map(({ event, ...words }) => eventNode(event, words)))} />
      <ul className={classes.list}>
        {worded.map(({ event, city, styles }) => (
          <EventCard
            key={`${event.id}/${event.startsAt}`}
            event={event}
            city={city}
            styles={styles}
            now={now}
          />
        ))}
      </ul>
    </>
  );
}
