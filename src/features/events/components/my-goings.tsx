import { dayKey } from '@/lib/dates';
import type { NamesLookup } from '@/reads/use-names';
import { goingKey } from '../goings';
import { useGoings } from '../own-queries';
import type { DanceEvent } from '../schema';
import { EventCards } from './event-months';
import classes from './own.module.css';

interface MyGoingsProps {
  /** The dates of the agenda. */
  events: readonly DanceEvent[];
  names: NamesLookup;
  now: number;
}

/** The dates that the person goes to; nothing while there are none. */
export default function MyGoings({ events, names, now }: MyGoingsProps) {
  const { keys } = useGoings();
  const mine = events.filter(({ id, startsAt }) => keys.has(goingKey(id, dayKey(startsAt))));
  if (mine.length === 0) return null;
  return (
    <section className={classes.mine} aria-labelledby="os-que-eu-vou">
      <h2 id="os-que-eu-vou">Os que eu vou</h2>
      <EventCards events={mine} names={names} now={now} />
    </section>
  );
}
