import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { StepRating } from '@/db/rows/notebook-fields';
import { freshId } from '@/lib/browser/random';
import { useOnce } from '@/lib/use-once';
import { notQueuedText } from '@/outbox/words';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useNow } from '@/ui/use-now';
import waiting from '@/ui/waiting.module.css';
import { reviewStep } from '../actions';
import { libraryStep } from '../library/library';
import type { ShownMark } from '../marks';
import { useOwnSteps } from '../queries';
import { daysUntilNext, dueToday, type LoggedReview, plan, RATINGS } from '../schedule';
import { FoldedPlayer } from './count-player';
import { StepRoles } from './library-step';
import classes from './training.module.css';

const DAY = 86_400_000;

/** The steps that are due today, one after the other, and what comes next when none is left. */
export function Training() {
  const now = useNow();
  const { status, marks, reviews } = useOwnSteps();
  if (status === 'loading') {
    return (
      <div className={`${classes.waiting} ${waiting.light}`} role="status" aria-label="Carregando o treino" />
    );
  }
  if (status === 'failed') {
    return (
      <Notice
        role="alert"
        title="Não foi possível ler o caderno"
        text="Seus passos ainda não chegaram a este aparelho. Abra com internet uma vez, e eles ficam salvos aqui."
      />
    );
  }
  // Steps of a later release wait for it.
  const known = [...marks.values()].filter(({ step }) => libraryStep(step) !== null);
  const planned = plan(known, reviews, now);
  const due = dueToday(planned, now);
  const [first] = due;
  const mark = first ? marks.get(first.step) : undefined;
  if (planned.length === 0) {
    return (
      <Notice
        title="Nenhum passo no caderno"
        text="Na biblioteca, marque o que você está aprendendo ou já sabe. O caderno diz quando treinar cada passo, também sem internet."
        action={<LinkButton to="/biblioteca-passos">Escolher passos</LinkButton>}
      />
    );
  }
  if (!first || !mark) return <Done next={planned[0]?.due ?? now} count={planned.length} now={now} />;
  return (
    <Exercise
      key={`${first.step} ${first.reviews}`}
      mark={mark}
      reviews={reviews}
      left={due.length}
      now={now}
    />
  );
}

function Done({ next, count, now }: { next: number; count: number; now: number }) {
  const days = Math.round((startOfDay(next) - startOfDay(now)) / DAY);
  return (
    <div className={classes.done} role="status">
      <p>
        <b>Tudo treinado por hoje.</b> {count === 1 ? 'Seu passo' : `Dos seus ${count} passos, o próximo`}{' '}
        volta {daysText(days)}.
      </p>
      <Link to="/biblioteca-passos">Marcar mais passos</Link>
    </div>
  );
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);
const daysText = (days: number) => (days <= 1 ? 'amanhã' : `em ${days} dias`);

interface ExerciseProps {
  mark: ShownMark;
  reviews: readonly LoggedReview[];
  left: number;
  now: number;
}

/**
 * Asks first whether the step is remembered: a second tap on an answer then reaches only the next step's question, not
 * its answers.
 */
function Exercise({ mark, reviews, left, now }: ExerciseProps) {
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState('');
  const [id] = useState(freshId);
  const once = useOnce();
  const answers = useRef<HTMLDivElement>(null);
  const found = libraryStep(mark.step);
  useEffect(() => {
    if (shown) answers.current?.focus();
  }, [shown]);
  if (!found) return null;
  const { step, style } = found;
  const days = daysUntilNext(mark, reviews, now);
  const answer = (rating: StepRating) =>
    void once(async () => {
      const queued = await reviewStep(id, step.id, rating);
      setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    });
  return (
    <article className={classes.exercise} aria-label={`Treino: ${step.name}`}>
      <p className={classes.left} role="status">
        {left === 1 ? 'Falta 1 passo hoje' : `Faltam ${left} passos hoje`}
      </p>
      <h3>{step.name}</h3>
      <p>
        {style.style}. {step.about}
      </p>
      {shown ? (
        <>
          <div ref={answers} tabIndex={-1} className={classes.answers}>
            <h4>Como foi?</h4>
            <div className={classes.buttons}>
              {RATINGS.map(({ rating, label }) => (
                <Button
                  key={rating}
                  variant={rating === 3 ? 'filled' : 'outline'}
                  className={classes.answer ?? ''}
                  onClick={() => answer(rating)}
                >
                  <span>
                    {label} <small>volta {daysText(days[rating])}</small>
                  </span>
                </Button>
              ))}
            </div>
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          </div>
          <StepRoles step={step} />
        </>
      ) : (
        <>
          <p>Dance o passo de memória. Depois confira.</p>
          <Button onClick={() => setShown(true)}>Conferir o passo</Button>
        </>
      )}
      <FoldedPlayer pace={style.pace} />
    </article>
  );
}
