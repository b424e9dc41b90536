import { type ReactNode, useId } from 'react';
import {
  hasEnded,
  hasStarted,
  isMyTurn,
  isOpenLesson,
  leadingTerms,
  otherSide,
  proposalOf,
} from '@/db/lessons/lesson-rules';
import type { LessonProposal, LessonStatus } from '@/db/rows/lesson-fields';
import { lessonWords } from '@/db/words/lesson-words';
import { phoneZone } from '@/lib/wall-time';
import { Link } from '@/ui/link';
import { useLacksBackground, withoutBackground } from '../background';
import type { ShownLesson } from '../lesson-overlay';
import {
  calledOffText,
  hoursText,
  lengthText,
  priceText,
  startText,
  toldTexts,
  zoneText,
} from '../lesson-texts';
import type { ShownRequest } from '../overlay';
import { MinorMark } from './guardian-terms-box';
import { LessonActions } from './lesson-choices';
import { LessonSendingNote } from './lesson-sending-note';
import classes from './lessons.module.css';

/** Draws what both have written about a lesson; `other` is the other person's name. */
export type NotesOf = (lesson: ShownLesson, other: string) => ReactNode;

interface LessonCardProps {
  lesson: ShownLesson;
  /** Name of the other person. */
  other: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The heading links to the request, and names the other person. */
  linked?: boolean;
  /** The card stands below its day: its heading names the hours only. */
  ofDay?: boolean;
  /** The lesson's request, where this phone has it. */
  request: ShownRequest | undefined;
  /** Rendered below the lesson's facts. */
  contact?: ReactNode;
  /** Below what this person can do: what both have written about the lesson. */
  notes?: ReactNode;
  /** Rendered last. */
  end?: ReactNode;
}

/** One lesson: time, place, price, state, proposals, and what this person can do. */
export function LessonCard(props: LessonCardProps) {
  const { lesson, other, now, linked = false, ofDay = false, request, contact, notes, end } = props;
  const titleId = useId();
  const terms = leadingTerms(lesson);
  const isLacking = useLacksBackground(request, now);
  const isDue = isMyTurn(lesson, now);
  const title = terms ? <Start text={ofDay ? hoursText(terms) : startText(terms, now)} /> : 'Aula';
  const zone = terms ? zoneText(terms, phoneZone()) : null;
  // An ended lesson says its outcome in its state.
  const told = lesson.status === 'confirmed' && hasStarted(lesson, now) ? toldTexts(lesson, other) : [];
  return (
    <article
      id={`aula-${lesson.id}`}
      className={classes.card}
      tabIndex={-1}
      data-due={isDue || undefined}
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>
        {linked ? (
          <Link to={`/${lesson.side}/requests/${lesson.request_id}#aula-${lesson.id}`}>
            {title} com {other}
          </Link>
        ) : (
          title
        )}
      </h3>
      <div className={classes.line}>
        <span className={classes.state} data-state={toneOf(lesson, now)}>
          {lessonWords(lesson, now)}
          {calledOffText(lesson, phoneZone(), now)}
        </span>
        {terms ? <span>{lengthText(terms.minutes)}</span> : null}
        {terms?.price_cents ? <span>{priceText(terms.price_cents)}</span> : null}
      </div>
      <MinorMark of={request} />
      {terms?.place ? <p>{terms.place}</p> : null}
      {zone ? <p>{zone}</p> : null}
      {told.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Proposals lesson={lesson} other={other} now={now} />
      {contact}
      <LessonSendingNote lesson={lesson} />
      {request && isLacking && isOpenLesson(lesson, now) ? (
        <p>{withoutBackground(request)}, esta aula não pode ser confirmada nem mudada.</p>
      ) : null}
      <LessonActions lesson={lesson} other={other} now={now} mayAgree={!isLacking} />
      {notes}
      {end}
    </article>
  );
}

/** 'open': something about a confirmed lesson is still to be said or agreed on. */
function toneOf(lesson: ShownLesson, now: number): LessonStatus | 'open' {
  const isOpen = lesson.proposed_last !== null || hasEnded(lesson, now);
  return lesson.status === 'confirmed' && isOpen ? 'open' : lesson.status;
}

/** The day and the hours, which stay together where the line breaks. */
function Start({ text }: { text: string }) {
  const comma = text.includes(', ') ? text.lastIndexOf(', ') + 2 : 0;
  return (
    <>
      {text.slice(0, comma)}
      <span className={classes.hours}>{text.slice(comma)}</span>
    </>
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
