import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { LessonOutcome, LessonProposal, LessonScope } from '@/db/lesson-fields';
import {
  hasStarted,
  isMyTurn,
  isOpenLesson,
  leadingTerms,
  otherSide,
  outcomeOf,
  proposalOf,
} from '@/db/lesson-rules';
import { lessonWords } from '@/db/lesson-words';
import { useOnce } from '@/lib/use-once';
import { phoneZone } from '@/lib/wall-time';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { Link } from '@/ui/link';
import { callOffLesson, confirmLesson, tellOutcome, withdrawProposal } from '../lesson-actions';
import type { ShownLesson } from '../lesson-overlay';
import { lengthText, priceText, startText, zoneText } from '../lesson-texts';
import { LessonCalendar } from './lesson-calendar';
import { LessonForm } from './lesson-form';
import { LessonSendingNote } from './lesson-sending-note';
import classes from './lessons.module.css';

interface LessonCardProps {
  lesson: ShownLesson;
  /** Name of the other person. */
  other: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The heading links to the request, and names the other person. */
  linked?: boolean;
}

/** The question that is open on a card. */
type Asking =
  | { about: 'confirm' | 'withdraw'; proposalId: string }
  | { about: 'move' | 'call off' | 'missed' }
  | null;

/** One lesson: time, place, price, state, proposals, and what this person can do. */
export function LessonCard({ lesson, other, now, linked = false }: LessonCardProps) {
  const titleId = useId();
  const terms = leadingTerms(lesson);
  const isDue = isMyTurn(lesson, now);
  const title = terms ? startText(terms, now) : 'Aula';
  const zone = terms ? zoneText(terms, phoneZone()) : null;
  return (
    <article
      id={`aula-${lesson.id}`}
      className={classes.card}
      data-due={isDue || undefined}
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>
        {linked ? (
          <Link to={`/${lesson.side}/requests/${lesson.request_id}`}>
            {title} com {other}
          </Link>
        ) : (
          title
        )}
      </h3>
      <div className={classes.line}>
        <span className={classes.state} data-state={lesson.status}>
          {lessonWords(lesson, now)}
        </span>
        {terms ? <span>{lengthText(terms.minutes)}</span> : null}
        {terms?.price_cents ? <span>{priceText(terms.price_cents)}</span> : null}
      </div>
      {terms?.place ? <p>{terms.place}</p> : null}
      {zone ? <p>{zone}</p> : null}
      <Proposals lesson={lesson} other={other} now={now} />
      <LessonSendingNote lesson={lesson} />
      <LessonActions lesson={lesson} other={other} now={now} />
    </article>
  );
}

interface PartProps {
  lesson: ShownLesson;
  other: string;
  now: number;
}

/** The open proposals, in the order in which the server received them, where the heading does not say it all. */
function Proposals({ lesson, other, now }: PartProps) {
  const { side, proposed_last, agreed } = lesson;
  const mine = proposalOf(lesson, side);
  const theirs = proposalOf(lesson, otherSide(side));
  if (!isOpenLesson(lesson, now) || (!agreed && !(mine && theirs))) return null;
  if (!mine && !theirs) return null;
  const lines: [string, LessonProposal | null][] = [
    ['Sua proposta', mine],
    [`Proposta de ${other}`, theirs],
  ];
  if (proposed_last === side) lines.reverse();
  return (
    <dl className={classes.proposals}>
      {lines.map(([who, proposal]) =>
        proposal ? (
          <div key={who}>
            <dt>{who}</dt>
            <dd>{termsText(proposal, now)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function termsText(terms: LessonProposal, now: number): string {
  const price = terms.price_cents ? priceText(terms.price_cents) : null;
  return [startText(terms, now), terms.place, price].filter(Boolean).join(' · ');
}

/** The actions of this side in the lesson's state, with their questions. */
function LessonActions({ lesson, other, now }: PartProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { failure, busy, run } = useAct(() => setAsking(null));
  const close = () => setAsking(null);
  if (asking?.about === 'move') {
    return <LessonForm request={lesson.request_id} side={lesson.side} lesson={lesson} onClose={close} />;
  }
  return (
    <>
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {asking === null ? (
        <Choices lesson={lesson} other={other} now={now} busy={busy} onAsk={setAsking} run={run} />
      ) : asking.about === 'missed' ? (
        <MissedQuestion lesson={lesson} other={other} busy={busy} onBack={close} run={run} />
      ) : (
        <ScopeQuestion lesson={lesson} asking={asking} busy={busy} onBack={close} run={run} />
      )}
    </>
  );
}

interface ChoicesProps {
  lesson: ShownLesson;
  other: string;
  now: number;
  busy: boolean;
  onAsk(asking: Asking): void;
  run(act: () => Promise<Queued>): void;
}

function Choices({ lesson, other, now, busy, onAsk, run }: ChoicesProps) {
  const { side, status, series_id } = lesson;
  const isOpen = isOpenLesson(lesson, now);
  const mine = proposalOf(lesson, side);
  const theirs = proposalOf(lesson, otherSide(side));
  const own = outcomeOf(lesson, side);
  const canTell = status === 'confirmed' && hasStarted(lesson, now);
  const isSeries = series_id !== null;
  if (canTell) {
    return (
      <div className={classes.buttons}>
        <Button
          variant={own === null ? 'filled' : 'outline'}
          loading={busy}
          disabled={own === 'held'}
          onClick={() => run(() => tellOutcome(lesson, 'held'))}
        >
          Aconteceu
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => onAsk({ about: 'missed' })}>
          Não aconteceu
        </Button>
      </div>
    );
  }
  if (!isOpen) return null;
  const mayConfirm = theirs !== null && Date.parse(theirs.starts_at) > now;
  return (
    <>
      {mayConfirm ? (
        <div className={classes.buttons}>
          <Button
            loading={busy}
            onClick={() =>
              isSeries
                ? onAsk({ about: 'confirm', proposalId: theirs.id })
                : run(() => confirmLesson(lesson, theirs.id, 'one'))
            }
          >
            Confirmar
          </Button>
          <Button variant="outline" disabled={busy} onClick={() => onAsk({ about: 'move' })}>
            Propor outro horário
          </Button>
        </div>
      ) : null}
      <div className={classes.plains}>
        {mayConfirm ? null : (
          <button type="button" className={classes.plain} onClick={() => onAsk({ about: 'move' })}>
            {status === 'confirmed' || !mine ? 'Propor outro horário' : 'Mudar a proposta'}
          </button>
        )}
        {mine && (theirs || status === 'confirmed') ? (
          <button
            type="button"
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
        <button type="button" className={classes.plain} onClick={() => onAsk({ about: 'call off' })}>
          Cancelar aula
        </button>
        {status === 'confirmed' ? <LessonCalendar lessons={[lesson]} nameOf={() => other} /> : null}
      </div>
    </>
  );
}

interface QuestionProps {
  lesson: ShownLesson;
  busy: boolean;
  onBack(): void;
  run(act: () => Promise<Queued>): void;
}

const QUESTIONS = {
  confirm: { title: 'Confirmar quais aulas?', one: 'Só esta', yes: 'Confirmar' },
  withdraw: { title: 'Retirar a proposta de quais aulas?', one: 'Só esta', yes: 'Retirar' },
  'call off': { title: 'Cancelar a aula?', one: 'Só esta', yes: 'Cancelar aula' },
} as const;

/** Asks whether an act is about this lesson or the following ones too; before calling off, of a single lesson too. */
function ScopeQuestion({
  lesson,
  asking,
  busy,
  onBack,
  run,
}: QuestionProps & { asking: Exclude<Asking, null | { about: 'move' | 'missed' }> }) {
  const id = useId();
  const { title, one, yes } = QUESTIONS[asking.about as keyof typeof QUESTIONS];
  const act = (scope: LessonScope) =>
    run(() =>
      asking.about === 'confirm'
        ? confirmLesson(lesson, asking.proposalId, scope)
        : asking.about === 'withdraw'
          ? withdrawProposal(lesson, asking.proposalId, scope)
          : callOffLesson(lesson, scope),
    );
  const isSeries = lesson.series_id !== null;
  return (
    <div className={classes.question} role="alertdialog" aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {asking.about === 'call off' ? <p>A outra pessoa é avisada. Não dá para desfazer.</p> : null}
      <div className={classes.buttons}>
        <Button disabled={busy} onClick={() => act('one')}>
          {isSeries ? one : yes}
        </Button>
        {isSeries ? (
          <Button variant="outline" disabled={busy} onClick={() => act('following')}>
            Esta e as próximas
          </Button>
        ) : null}
        <Button variant="subtle" disabled={busy} onClick={onBack}>
          Voltar
        </Button>
      </div>
    </div>
  );
}

function MissedQuestion({ lesson, other, busy, onBack, run }: QuestionProps & { other: string }) {
  const id = useId();
  const tell = (outcome: LessonOutcome) => run(() => tellOutcome(lesson, outcome));
  const { side } = lesson;
  return (
    <div className={classes.question} role="alertdialog" aria-labelledby={id}>
      <h4 id={id}>Quem não pôde?</h4>
      <div className={classes.buttons}>
        <Button disabled={busy} onClick={() => tell(`${side}_missed`)}>
          Eu não fui
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => tell(`${otherSide(side)}_missed`)}>
          {other} não foi
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onBack}>
          Voltar
        </Button>
      </div>
    </div>
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
  return { busy, failure, run };
}
