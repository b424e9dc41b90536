import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { leadingTerms, otherSide, proposalOf } from '@/db/lessons/lesson-rules';
import { phoneZone } from '@/lib/wall-time';
import { useTeacherZone } from '@/reads/use-city-zone';
import { Link } from '@/ui/link';
import { useNow } from '@/ui/use-now';
import { useLacksBackground, withoutBackground } from '../background';
import { shownFirst, wentWithRequest } from '../lesson-choice';
import type { ShownLesson } from '../lesson-overlay';
import { useRequestLessons } from '../lesson-queries';
import { suggestedAfter, suggestedStart } from '../lesson-suggestion';
import { isAgreed, type ShownRequest } from '../overlay';
import { otherName } from '../texts';
import { SeriesCalendar } from './lesson-calendar';
import { LessonCard, type NotesOf } from './lesson-card';
import { LessonForm } from './lesson-form';
import classes from './lessons.module.css';
import requestClasses from './requests.module.css';

interface RequestLessonsProps {
  request: ShownRequest;
  notes?: NotesOf | undefined;
  /** Below a lesson with a place that the other side proposes. */
  reportOf?: ((what: 'lesson', targetId: string, seen: string | null) => ReactNode) | undefined;
}

/** The lessons of an accepted request: what needs this person first, then the next ones, and a new proposal. */
export function RequestLessons({ request, notes, reportOf }: RequestLessonsProps) {
  const now = useNow();
  const { status, data: all } = useRequestLessons(request.id);
  const lessons = all.filter((lesson) => !wentWithRequest(lesson, request));
  const ended = all.length - lessons.length;
  const [isOpen, setOpen] = useState(false);
  const named = useNamedLesson(lessons);
  const opener = useRef<HTMLButtonElement>(null);
  const agreed = isAgreed(request);
  const isLacking = useLacksBackground(request, now);
  const zone = useTeacherZone(request.teacher_id, agreed) ?? phoneZone();
  if (!agreed && all.length === 0) return null;
  const other = otherName(request);
  const shown = shownFirst(lessons, now, named);
  const rest = lessons.length - shown.length;
  const last = lessons.findLast(({ status: state }) => state !== 'called_off') ?? lessons.at(-1);
  const like = last ? leadingTerms(last) : null;
  return (
    <section className={requestClasses.box} aria-labelledby="aulas">
      <h2 id="aulas" tabIndex={-1}>
        Aulas
      </h2>
      {all.length === 0 && !isOpen && !isLacking ? <p>{WITHOUT[status]}</p> : null}
      {ended > 0 ? (
        <p>{ended === 1 ? '1 aula saiu da agenda.' : `${ended} aulas saíram da agenda.`}</p>
      ) : null}
      {shown.length > 0 ? (
        <div className={classes.lessons}>
          {shown.map((lesson) => (
            <LessonCard
              key={lesson.id}
              lesson={lesson}
              other={other}
              now={now}
              request={request}
              notes={lesson.stored ? notes?.(lesson, other) : null}
              end={reportOfPlace(lesson, reportOf)}
            />
          ))}
        </div>
      ) : null}
      <SeriesCalendar lessons={lessons} nameOf={() => other} />
      {rest > 0 ? (
        <Link className={classes.plain} to={`/${request.side}/lessons?request=${request.id}`}>
          Ver todas as {lessons.length} aulas
        </Link>
      ) : null}
      {agreed && isOpen ? (
        <LessonForm
          request={request.id}
          side={request.side}
          suggested={
            like
              ? suggestedAfter(like, now)
              : suggestedStart(request.preferred_days, request.preferred_times, now, zone)
          }
          like={like}
          zone={zone}
          onClose={() => {
            flushSync(() => setOpen(false));
            opener.current?.focus();
          }}
        />
      ) : null}
      {agreed && isLacking ? <p>{withoutBackground(request)}, não dá para marcar aulas.</p> : null}
      {agreed && !isOpen && !isLacking ? (
        <div>
          <Button
            ref={opener}
            variant={lessons.length === 0 ? 'filled' : 'outline'}
            onClick={() => setOpen(true)}
          >
            {lessons.length === 0 ? 'Marcar aula' : 'Marcar outra aula'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Only what the other side wrote can be reported, and only while it is not agreed on. */
function reportOfPlace(lesson: ShownLesson, reportOf: RequestLessonsProps['reportOf']): ReactNode {
  const place = proposalOf(lesson, otherSide(lesson.side))?.place ?? null;
  return place === null ? null : (reportOf?.('lesson', lesson.id, place) ?? null);
}

const WITHOUT = {
  ready: 'Proponha dia, hora e lugar. A outra pessoa confirma com um toque.',
  'signed-out': '',
  loading: 'Carregando aulas…',
  failed: 'Não foi possível carregar as aulas.',
} as const;

/**
 * The lesson that the address names, as '#aula-…', or with '#aulas' the whole section; scrolled into view when it is
 * there, since on a cold start the rows come after the page.
 */
function useNamedLesson(lessons: readonly ShownLesson[]): string | null {
  const { hash, key } = useLocation();
  const id = hash.startsWith('#aula-') ? hash.slice(6) : null;
  const isHere = lessons.some((lesson) => lesson.id === id);
  const target = isHere ? `aula-${id}` : hash === '#aulas' ? 'aulas' : null;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // `key` changes when the same address is opened again.
    const visit = `${key} ${target}`;
    if (target === null || shown.current === visit) return;
    shown.current = visit;
    const element = document.getElementById(target);
    element?.scrollIntoView({ block: target === 'aulas' ? 'start' : 'center' });
    element?.focus({ preventScroll: true });
  }, [target, key]);
  return id;
}
