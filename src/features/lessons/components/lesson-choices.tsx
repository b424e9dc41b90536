import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  hasEnded,
  isMyTurn,
  isOpenLesson,
  mayTell,
  otherSide,
  outcomeOf,
  proposalOf,
} from '@/db/lessons/lesson-rules';
import type { LessonScope } from '@/db/rows/lesson-fields';
import { useOnce } from '@/lib/use-once';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { confirmLesson, tellOutcome, withdrawProposal } from '../lesson-actions';
import { confirmClashes } from '../lesson-clashes';
import { refusedPropose, type ShownLesson } from '../lesson-overlay';
import { useKnownLessons } from '../lesson-queries';
import { LessonCalendar } from './lesson-calendar';
import { LessonForm } from './lesson-form';
import { MissedQuestion, type ScopeAsking, ScopeQuestion } from './lesson-questions';
import classes from './lessons.module.css';

/** The question or form that is open on a card. */
type Asking = ScopeAsking | { about: 'move' } | { about: 'missed' } | null;

interface LessonActionsProps {
  lesson: ShownLesson;
  /** Name of the other person. */
  other: string;
  /** Milliseconds since 1970. */
  now: number;
  /** False: the two can end what they agreed on, and agree on nothing else. */
  mayAgree?: boolean;
}

/** The actions of this side in the lesson's state, with their questions. */
export function LessonActions({ lesson, other, now, mayAgree = true }: LessonActionsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const opened = useRef<string | null>(null);
  // A question takes the place of the button that opened it: closing gives the focus back.
  useEffect(() => {
    const before = opened.current;
    opened.current = asking?.about ?? null;
    if (asking || before === null) return;
    const button = root.current?.querySelector<HTMLElement>(`[data-asks="${before}"]`);
    (button ?? root.current?.closest('article'))?.focus();
  }, [asking]);
  const known = useKnownLessons(lesson.request_id);
  const { failure, busy, run, refuse } = useAct(() => {
    // The buttons change with the lesson's state, so the focus goes to the lesson.
    opened.current = null;
    setAsking(null);
    root.current?.closest('article')?.focus({ preventScroll: true });
  });
  const close = () => setAsking(null);
  const clashesOf = (proposalId: string, scope: LessonScope) =>
    confirmClashes(lesson, proposalId, scope, known());
  const confirm = (proposalId: string, scope: LessonScope) => {
    const { fault } = clashesOf(proposalId, scope);
    if (fault === null) return run(() => confirmLesson(lesson, proposalId, scope));
    close();
    refuse(`${fault} Proponha outro horário.`);
  };
  return (
    <div ref={root} className={classes.actions}>
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {asking === null ? (
        <Choices
          lesson={lesson}
          other={other}
          now={now}
          mayAgree={mayAgree}
          busy={busy}
          onAsk={setAsking}
          run={run}
          confirm={confirm}
        />
      ) : asking.about === 'move' ? (
        <LessonForm request={lesson.request_id} side={lesson.side} lesson={lesson} onClose={close} />
      ) : asking.about === 'missed' ? (
        <MissedQuestion lesson={lesson} other={other} busy={busy} onBack={close} run={run} />
      ) : (
        <ScopeQuestion
          lesson={lesson}
          asking={asking}
          open={asking.about === 'confirm' ? clashesOf(asking.proposalId, 'following').open : []}
          busy={busy}
          onBack={close}
          run={run}
          confirm={confirm}
        />
      )}
    </div>
  );
}

interface ChoicesProps extends LessonActionsProps {
  busy: boolean;
  onAsk(asking: Asking): void;
  run(act: () => Promise<Queued>): void;
  confirm(proposalId: string, scope: LessonScope): void;
}

function Choices({ lesson, other, now, mayAgree, busy, onAsk, run, confirm }: ChoicesProps) {
  const { side, status, series_id } = lesson;
  const isOpen = isOpenLesson(lesson, now);
  const mine = proposalOf(lesson, side);
  const theirs = proposalOf(lesson, otherSide(side));
  const own = outcomeOf(lesson, side);
  const isSeries = series_id !== null;
  if (mayTell(lesson, now)) {
    return (
      <div className={classes.buttons}>
        {hasEnded(lesson, now) ? (
          <Button
            variant={own === null ? 'filled' : 'outline'}
            loading={busy}
            disabled={own === 'held'}
            onClick={() => run(() => tellOutcome(lesson, 'held'))}
          >
            Aconteceu
          </Button>
        ) : null}
        <Button
          variant="outline"
          data-asks="missed"
          disabled={busy}
          onClick={() => onAsk({ about: 'missed' })}
        >
          Não aconteceu
        </Button>
      </div>
    );
  }
  if (!isOpen) return null;
  const mayConfirm = mayAgree && theirs !== null && Date.parse(theirs.starts_at) > now;
  return (
    <>
      {mayConfirm ? (
        <div className={classes.buttons}>
          <Button
            data-asks="confirm"
            variant={isMyTurn(lesson, now) ? 'filled' : 'outline'}
            loading={busy}
            onClick={() =>
              isSeries ? onAsk({ about: 'confirm', proposalId: theirs.id }) : confirm(theirs.id, 'one')
            }
          >
            Confirmar
          </Button>
          <Button variant="outline" data-asks="move" disabled={busy} onClick={() => onAsk({ about: 'move' })}>
            Propor outro horário
          </Button>
        </div>
      ) : null}
      <div className={classes.plains}>
        {mayConfirm || !mayAgree ? null : (
          <button
            type="button"
            data-asks="move"
            className={classes.plain}
            onClick={() => onAsk({ about: 'move' })}
          >
            {status === 'confirmed' || !mine ? 'Propor outro horário' : 'Mudar a proposta'}
          </button>
        )}
        {mine && (theirs || status === 'confirmed') ? (
          <button
            type="button"
            data-asks="withdraw"
            className={classes.plain}
            disabled={busy}
            onClick={() =>
              isSeries
                ? onAsk({ about: 'withdraw', proposalId: mine.id })
                : run(() => withdrawProposal(lesson, mine.id, 'one'))
            }
          >
            Retirar minha proposta
          </button>
        ) : null}
        {refusedPropose(lesson) ? null : (
          <button
            type="button"
            data-asks="call off"
            className={classes.plain}
            onClick={() => onAsk({ about: 'call off' })}
          >
            Cancelar aula
          </button>
        )}
        {status === 'confirmed' ? <LessonCalendar lesson={lesson} other={other} /> : null}
      </div>
    </>
  );
}

/** Runs an act once for two quick taps. `onDone` follows an act that is stored. */
function useAct(onDone: () => void) {
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function runNow(act: () => Promise<Queued>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    const outcome = await act();
    setBusy(false);
    if (outcome.kind === 'stored') onDone();
    else setFailure(notQueuedText(outcome));
    return outcome.kind === 'stored';
  }
  const run = (act: () => Promise<Queued>) => void once(() => runNow(act));
  return { busy, failure, run, refuse: setFailure };
}
