import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { dayKey } from '@/lib/dates';
import { useWished } from '@/lib/use-wished';
import { refusalText } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { CheckIcon } from '@/ui/icons';
import { setGoing } from '../actions';
import { goingKey } from '../goings';
import { useGoings } from '../own-queries';
import type { DanceEvent } from '../schema';
import classes from './own.module.css';

/** 'Vou' on the date that the page is about. It counts for people with an account; a visitor's stays on the phone. */
export default function GoingButton({ event }: { event: DanceEvent }) {
  const id = useId();
  const day = dayKey(event.startsAt);
  const { keys, writes } = useGoings();
  const isVisitor = useIdentity().identity?.state !== 'active';
  const [failure, setFailure] = useState('');
  const { shown, isStoring, wish, forget } = useWished(keys.has(goingKey(event.id, day)));
  const write = writes.get(goingKey(event.id, day));
  const refused = write?.status === 'rejected' ? `Não enviado. ${refusalText(write)}` : '';
  const press = async () => {
    wish(!shown);
    const queued = await setGoing(event.id, day, !shown);
    setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    if (queued.kind !== 'stored') forget();
  };
  const kept = isVisitor
    ? 'Guardado só neste aparelho. Entre na sua conta para contar.'
    : 'Está em “Os que eu vou”, na agenda.';
  const note = shown && !isStoring ? kept : '';
  return (
    <div className={classes.going}>
      <Button
        variant={shown ? 'filled' : 'outline'}
        leftSection={shown ? <CheckIcon size={20} /> : undefined}
        aria-pressed={shown}
        aria-busy={isStoring && refused === ''}
        aria-describedby={id}
        onClick={() => void press()}
      >
        Vou
      </Button>
      <p
        id={id}
        role={failure || refused ? 'alert' : 'status'}
        data-refused={!!(failure || refused) || undefined}
      >
        {failure || refused || note}
      </p>
    </div>
  );
}
