import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { otherSide } from '@/db/lessons/lesson-rules';
import type { LessonOutcome, LessonScope } from '@/db/rows/lesson-fields';
import type { Queued } from '@/outbox/own';
import { callOffLesson, tellOutcome, withdrawProposal } from '../lesson-actions';
import type { ShownLesson } from '../lesson-overlay';
import classes from './lessons.module.css';

/** A question about which lessons of a series an act is meant for. */
export type ScopeAsking = { about: 'confirm' | 'withdraw'; proposalId: string } | { about: 'call off' };

interface QuestionProps {
  title: string;
  text?: string;
  busy: boolean;
  onBack(): void;
  /** The answers, as buttons. */
  children: ReactNode;
}

/** Takes the place of the buttons of a card; focus begins on the way back, and Escape takes it. */
function Question({ title, text, busy, onBack, children }: QuestionProps) {
  const id = useId();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) onBack();
      }}
    >
      <h4 id={`${id}-title`}>{title}</h4>
      {text ? <p id={`${id}-text`}>{text}</p> : null}
      <div className={classes.buttons}>
        {children}
        <Button ref={back} variant="subtle" disabled={busy} onClick={onBack}>
          Voltar
        </Button>
      </div>
    </div>
  );
}

const QUESTIONS = {
  confirm: { title: 'Confirmar quais aulas?', alone: 'Confirmar', text: '' },
  withdraw: { title: 'Retirar a proposta de quais aulas?', alone: 'Retirar', text: '' },
  'call off': {
    title: 'Cancelar a aula?',
    alone: 'Cancelar aula',
    text: 'A outra pessoa é avisada. Não dá para desfazer.',
  },
} as const;

interface AskedProps {
  lesson: ShownLesson;
  busy: boolean;
  onBack(): void;
  run(act: () => Promise<Queued>): void;
}

interface ScopeProps extends AskedProps {
  asking: ScopeAsking;
  /** Days of the following lessons that cannot be confirmed. */
  open: readonly string[];
  confirm(proposalId: string, scope: LessonScope): void;
}

/** Asks whether an act is about this lesson or the following ones too; before calling off, of a single lesson too. */
export function ScopeQuestion({ lesson, asking, open, busy, onBack, run, confirm }: ScopeProps) {
  const { title, alone, text } = QUESTIONS[asking.about];
  const act = (scope: LessonScope) => {
    switch (asking.about) {
      case 'confirm':
        return confirm(asking.proposalId, scope);
      case 'withdraw':
        return run(() => withdrawProposal(lesson, asking.proposalId, scope));
      case 'call off':
        return run(() => callOffLesson(lesson, scope));
    }
  };
  const isSeries = lesson.series_id !== null;
  // A series that was proposed is agreed on as a whole.
  const isWhole = isSeries && lesson.status === 'proposed' && asking.about !== 'call off';
  return (
    <Question title={title} text={openText(open) || text} busy={busy} onBack={onBack}>
      {isWhole ? (
        <Button disabled={busy} onClick={() => act('following')}>
          {lesson.series_index === 0 ? 'Todas' : 'Esta e as próximas'}
        </Button>
      ) : null}
      <Button variant={isWhole ? 'outline' : 'filled'} disabled={busy} onClick={() => act('one')}>
        {isSeries ? 'Só esta' : alone}
      </Button>
      {isSeries && !isWhole ? (
        <Button variant="outline" disabled={busy} onClick={() => act('following')}>
          Esta e as próximas
        </Button>
      ) : null}
    </Question>
  );
}

const openText = (days: readonly string[]) =>
  days.length > 0 ? `Já há outra aula nesse horário, e fica em aberto: ${days.join('; ')}` : '';

/** Asks who did not come. */
export function MissedQuestion({ lesson, other, busy, onBack, run }: AskedProps & { other: string }) {
  const tell = (outcome: LessonOutcome) => run(() => tellOutcome(lesson, outcome));
  const { side } = lesson;
  return (
    <Question title="Quem não pôde?" busy={busy} onBack={onBack}>
      <Button disabled={busy} onClick={() => tell(`${side}_missed`)}>
        Eu não fui
      </Button>
      <Button variant="outline" disabled={busy} onClick={() => tell(`${otherSide(side)}_missed`)}>
        {other} não foi
      </Button>
    </Question>
  );
}
