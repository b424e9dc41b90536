import { CheckIcon } from '@/ui/icons';
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
