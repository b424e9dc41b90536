import type { NamesLookup } from '@/reads/use-names';
import { byMonth } from '../dates';
import type { DanceEvent } from '../schema';
import { EventCard } from './event-card';
import classes from './events.module.css';

interface EventMonthsProps {
  events: readonly DanceEvent[];
  names: NamesLookup;
  now: number;
}

export function stylesOf(event: DanceEvent, names: NamesLookup): string[] {
  return event.styleIds.flatMap((id) => names.styleName(id) ?? []);
}

export function EventMonths({ events, names, now }: EventMonthsProps) {
  return byMonth(events, now).map(({ key, title, events: own }) => (
    <section key={key} className={classes.month} aria-labelledby={`mes-${key}`}>
      <h2 id={`mes-${key}`}>{title}</h2>
      <ul className={classes.list}>
        {own.map((event) => (
          <EventCard
            key={event.id}
            event={event}
            city={names.cityName(event.cityId)}
            styles={stylesOf(event, names)}
            now={now}
          />
        ))}
      </ul>
    </section>
  ));
}
