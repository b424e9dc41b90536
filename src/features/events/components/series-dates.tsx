import { weekday } from '@/lib/date-forms';
import { dayKey } from '@/lib/dates';
import { Link } from '@/ui/link';
import type { DanceEvent } from '../schema';
import { datesBetween } from '../series';
import { eventPath } from './event-card';
import classes from './events.module.css';

const SIX_WEEKS = 43 * 86_400_000;

interface SeriesDatesProps {
  event: DanceEvent;
  series: DanceEvent;
  now: number;
}

/** The next dates of a series, called off ones too; nothing for an event with one date. */
export function SeriesDates({ event, series, now }: SeriesDatesProps) {
  const dates = datesBetween(series, now, Math.max(now, series.startsAt) + SIX_WEEKS);
  if (dates.length === 0) return null;
  return (
    <section className={classes.dates} aria-labelledby="proximas-datas">
      <h2 id="proximas-datas">Próximas datas</h2>
      <ul>
        {dates.map(({ day, startsAt, isOff }) => (
          <li key={day}>
            {isOff ? (
              <span>
                <s>{weekday(startsAt)}</s> <b>Cancelado</b>
              </span>
            ) : day === dayKey(event.startsAt) ? (
              <span aria-current="date">{weekday(startsAt)}</span>
            ) : (
              <Link to={`${eventPath(series)}?data=${day}`}>{weekday(startsAt)}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
