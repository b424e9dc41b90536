import { Button } from '@mantine/core';
import { useState } from 'react';
import { weekday } from '@/lib/date-forms';
import { useOnce } from '@/lib/use-once';
import { sendingOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { callOff, confirmEvent } from '../actions';
import { confirmedText } from '../confirmed';
import type { ShownOwnEvent } from '../own-events';
import { datesBetween } from '../series';
import classes from './own.module.css';

const FOUR_WEEKS = 29 * 86_400_000;

/** For the organiser of a published event: confirms it with one tap, and calls single dates of a series off. */
export function OrganiserTools({ own, now }: { own: ShownOwnEvent; now: number }) {
  const { id, event, write } = own;
  const once = useOnce();
  const [failure, setFailure] = useState('');
  const act = (work: ReturnType<typeof confirmEvent> | ReturnType<typeof callOff>) =>
    once(async () => {
      const queued = await work;
      setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    });
  const dates = datesBetween(event, now, Math.max(now, event.startsAt) + FOUR_WEEKS);
  const sending = write?.status === 'delivered' ? null : write && sendingOf(write);
  return (
    <section className={classes.tools} aria-label={`Organização de ${event.title}`}>
      <h2>Você organiza este evento</h2>
      <p>{confirmedText(event, now) ?? 'ainda sem confirmação'}</p>
      <Button variant="outline" onClick={() => void act(confirmEvent(id))}>
        Confirmar que continua
      </Button>
      {dates.length > 0 ? (
        <ul>
          {dates.map(({ day, startsAt, isOff }) => (
            <li key={day}>
              {isOff ? <s>{weekday(startsAt)}</s> : <span>{weekday(startsAt)}</span>}
              <Button
                variant="subtle"
                aria-label={`${isOff ? 'Manter' : 'Cancelar'} ${weekday(startsAt)}`}
                onClick={() => void act(callOff(id, day, !isOff))}
              >
                {isOff ? 'Manter' : 'Cancelar este dia'}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role={failure || sending?.tone === 'refused' ? 'alert' : 'status'}>
        {failure || (sending ? `${sending.text}${sending.reason ? `. ${sending.reason}` : ''}` : '')}
      </p>
    </section>
  );
}
