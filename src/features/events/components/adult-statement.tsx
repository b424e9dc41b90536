import { useId } from 'react';
import { dateText, shortDay } from '@/lib/date-forms';
import choices from '@/ui/choices.module.css';
import classes from './own.module.css';
import type { Statement } from './use-statement';

/** The statement to be 18 or older: a box that is never ticked beforehand, then the day on which it was given. */
export function AdultStatement({ statement, error }: { statement: Statement; error: string | undefined }) {
  const id = useId();
  const { statedAt, isWaiting, isTicked, box, tick } = statement;
  if (statedAt !== null)
    return (
      <p className={classes.hint}>Tenho 18 anos ou mais. Declarado em {dateText(shortDay, statedAt)}.</p>
    );
  if (isWaiting)
    return (
      <p className={classes.hint}>Tenho 18 anos ou mais. Sua declaração vai com o que está por enviar.</p>
    );
  return (
    <div>
      <label className={classes.check}>
        <input
          ref={box}
          type="checkbox"
          checked={isTicked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          onChange={({ currentTarget }) => tick(currentTarget.checked)}
        />
        Declaro que tenho 18 anos ou mais
      </label>
      <p id={`${id}-hint`} className={classes.hint}>
        Para pedir e para responder. Guardamos a data, não a sua idade.
      </p>
      {error ? (
        <p id={`${id}-error`} className={choices.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
