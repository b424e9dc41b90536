import { dayKey } from '@/lib/dates';
import { CheckIcon, CommunityIcon } from '@/ui/icons';
import { InfoIcon } from '@/ui/more-icons';
import { confirmedText, isStale } from '../confirmed';
import type { DanceEvent } from '../schema';
import classes from './events.module.css';

/** When the event was last confirmed. Nothing where that is unknown. */
export function ConfirmedLine({ event, now }: { event: DanceEvent; now: number }) {
  const text = confirmedText(event, now);
  if (text === null) return null;
  const stale = isStale(event, now);
  return (
    <p className={classes.fact} data-stale={stale || undefined}>
      {stale ? <InfoIcon size={16} /> : <CheckIcon size={16} />}
      <span>{text}</span>
    </p>
  );
}

/** '7 pessoas vão', on this date; nothing for few. */
export function GoingLine({ event }: { event: DanceEvent }) {
  const people = event.going[dayKey(event.startsAt)];
  if (people === undefined) return null;
  return (
    <p className={classes.fact}>
      <CommunityIcon size={16} />
      <span>{people} pessoas vão</span>
    </p>
  );
}
