import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { hasLapsed, hasStarted, isMyTurn, leadingTerms } from '@/db/lesson-rules';
import { phoneZone } from '@/lib/wall-time';
import { Link } from '@/ui/link';
import { useNow } from '@/ui/use-now';
import type { ShownLesson } from '../lesson-overlay';
import { useRequestLessons } from '../lesson-queries';
import { suggestedStart } from '../lesson-suggestion';
import { isAgreed, type ShownRequest } from '../overlay';
import { otherName } from '../texts';
import { LessonCard } from './lesson-card';
import { LessonForm } from './lesson-form';
import classes from './lessons.module.css';
import requestClasses from './requests.module.css';

/** Number of lessons of a request that are shown before the link to all. */
const SHOWN = 3;

/** The lessons of an accepted request: what needs this person first, then the next ones, and a new proposal. */
export function RequestLessons({ request }: { request: ShownRequest }) {
  const now = useNow();
  const { status, data: lessons } = useRequestLessons(request.id);
  const [isOpen, setOpen] = useState(false);
  const named = useNamedLesson();
  const agreed = isAgreed(request);
  if (!agreed && lessons.length === 0) return null;
  const other = otherName(request);
  const shown = shownFirst(lessons, now, named);
  const rest = lessons.length - shown.length;
  return (
    <section className={requestClasses.box} aria-labelledby="aulas">
      <h2 id="aulas">Aulas</h2>
      {lessons.length === 0 ? <p>{WITHOUT[status]}</p> : null}
      {shown.length > 0 ? (
        <div className={classes.lessons}>
          {shown.map((lesson) => (
            <LessonCard key={lesson.id} lesson={lesson} other={other} now={now} />
          ))}
        </div>
      ) : null}
      {rest > 0 ? (
        <Link className={classes.plain} to={`/${request.side}/lessons?pedido=${request.id}`}>
          Ver todas as {lessons.length} aulas
        </Link>
      ) : null}
      {agreed && isOpen ? (
        <LessonForm
          request={request.id}
          side={request.side}
          suggested={suggestedStart(request.preferred_days, request.preferred_times, now, phoneZone())}
          like={leadingTerms(lessons.at(-1) ?? NOTHING)}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {agreed && !isOpen ? (
        <div>
          <Button variant={lessons.length === 0 ? 'filled' : 'outline'} onClick={() => setOpen(true)}>
            {lessons.length === 0 ? 'Marcar aula' : 'Marcar outra aula'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const NOTHING = {
  agreed: null,
  proposed_last: null,
  student_proposal: null,
  teacher_proposal: null,
} as ShownLesson;

const WITHOUT = {
  ready: 'Proponha dia, hora e lugar. A outra pessoa confirma com um toque.',
  'signed-out': '',
  loading: 'Carregando aulas…',
  failed: 'Não foi possível carregar as aulas.',
} as const;

/** The lesson that the address names, as '#aula-…'; scrolled into view when it comes. */
function useNamedLesson(): string | null {
  const { hash } = useLocation();
  const id = hash.startsWith('#aula-') ? hash.slice(6) : null;
  useEffect(() => {
    if (id) document.getElementById(`aula-${id}`)?.scrollIntoView({ block: 'center' });
  }, [id]);
  return id;
}

/** What needs this person, the lesson that the address names, then those to come; without any, the last ones. */
function shownFirst(lessons: readonly ShownLesson[], now: number, named: string | null): ShownLesson[] {
  const refused = lessons.filter(({ write }) => write?.status === 'rejected');
  const due = lessons.filter((lesson) => isMyTurn(lesson, now));
  const coming = lessons.filter((lesson) =>
    lesson.status === 'confirmed'
      ? !hasStarted(lesson, now)
      : lesson.status === 'proposed' && !hasLapsed(lesson, now),
  );
  const chosen = new Set([...refused, ...due, ...coming].slice(0, SHOWN));
  for (const lesson of lessons) if (lesson.id === named) chosen.add(lesson);
  if (chosen.size === 0) for (const lesson of lessons.slice(-SHOWN)) chosen.add(lesson);
  return lessons.filter((lesson) => chosen.has(lesson));
}
