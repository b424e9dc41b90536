import { dayKey } from '@/lib/dates';
import { Link } from '@/ui/link';
import { PinIcon, TicketIcon } from '@/ui/more-icons';
import { nearness, sheet, shortWhen } from '../dates';
import { type DanceEvent, KINDS } from '../schema';
import { everyWeekday } from '../series';
import { ConfirmedLine, GoingLine } from './confirmed-line';
import classes from './events.module.css';

interface EventCardProps {
  event: DanceEvent;
  city: string | null;
  styles: readonly string[];
  now: number;
}

export const eventPath = ({ slug }: Pick<DanceEvent, 'slug'>) =>
  `/comunidade/eventos/${encodeURIComponent(slug)}` as const;

/** The page of an event, of a series on this date. */
const datePath = (event: DanceEvent) =>
  event.weekly === null ? eventPath(event) : (`${eventPath(event)}?data=${dayKey(event.startsAt)}` as const);

/** One event in a list. The whole card links to the event. */
export function EventCard({ event, city, styles, now }: EventCardProps) {
  const near = nearness(event, now);
  const every = everyWeekday(event);
  const place = [event.venue, city].filter(Boolean).join(' · ');
  return (
    <li className={classes.card}>
      <Sheet moment={event.startsAt} />
      <div className={classes.words}>
        <p className={classes.tags}>
          <span className={classes.kind}>{KINDS[event.kind]}</span>
          {every ? <span className={classes.kind}>{every}</span> : null}
          {near ? <span className={classes.near}>{near}</span> : null}
        </p>
        <h3>
          <Link to={datePath(event)}>{event.title}</Link>
        </h3>
        <p>
          <time dateTime={new Date(event.startsAt).toISOString()}>{shortWhen(event)}</time>
          {styles.length > 0 ? ` · ${styles.slice(0, 2).join(', ')}` : null}
          {styles.length > 2 ? ` +${styles.length - 2}` : null}
        </p>
        {place ? (
          <p className={classes.fact}>
            <PinIcon size={16} />
            <span>{place}</span>
          </p>
        ) : null}
        {event.price ? (
          <p className={classes.fact}>
            <TicketIcon size={16} />
            <span>{event.price}</span>
          </p>
        ) : null}
        <GoingLine event={event} />
        <ConfirmedLine event={event} now={now} />
      </div>
    </li>
  );
}

/** The calendar sheet with day, month and weekday. */
export function Sheet({ moment }: { moment: number }) {
  const { day, month, weekday } = sheet(moment);
  return (
    <span className={classes.sheet}>
      <span>{weekday}</span>
      <b>{day}</b>
      <span>{month}</span>
    </span>
  );
}
