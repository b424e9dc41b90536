import { type KeyboardEvent, useId, useState } from 'react';
import { isForMinor } from '@/db/lessons/guardian-terms';
import { leadingTerms } from '@/db/lessons/lesson-rules';
import { phoneZone, wallTimeAt } from '@/lib/wall-time';
import { ChevronLeftIcon, ChevronRightIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import { mondayOf, weekFrom, weekMark } from '../agenda';
import type { ShownLesson } from '../lesson-overlay';
import { dateText, weekText } from '../lesson-texts';
import type { ShownRequest } from '../overlay';
import classes from './agenda.module.css';

interface AgendaWeekProps {
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
  requestOf(lesson: ShownLesson): ShownRequest | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** One week in seven columns. The arrow keys lead to other weeks, and Home to the present one. */
export function AgendaWeek({ lessons, nameOf, requestOf, now }: AgendaWeekProps) {
  const id = useId();
  const [away, setAway] = useState(0);
  const monday = mondayOf(now, phoneZone(), away);
  const week = weekFrom(monday, lessons);
  const today = wallTimeAt(now, phoneZone()).slice(0, 10);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Home') return;
    event.preventDefault();
    setAway(step === undefined ? 0 : away + step);
  };
  return (
    <section className={classes.week} aria-labelledby={id} onKeyDown={onKeyDown}>
      <div className={classes.weeks}>
        <h2 id={id} aria-live="polite">
          {weekText(monday, away, today.slice(0, 4))}
        </h2>
        <button type="button" className={classes.today} disabled={away === 0} onClick={() => setAway(0)}>
          Hoje
        </button>
        <button type="button" aria-label="Semana anterior" onClick={() => setAway(away - 1)}>
          <ChevronLeftIcon />
        </button>
        <button type="button" aria-label="Próxima semana" onClick={() => setAway(away + 1)}>
          <ChevronRightIcon />
        </button>
      </div>
      <ol className={classes.columns}>
        {week.map(({ date, lessons: ofDay }) => (
          <li
            key={date}
            aria-current={date === today ? 'date' : undefined}
            data-past={date < today || undefined}
          >
            <h3>{dateText(date, date.slice(0, 4))}</h3>
            {ofDay.map((lesson) => (
              <WeekLesson
                key={lesson.id}
                lesson={lesson}
                name={nameOf(lesson)}
                isMinors={isForMinor(requestOf(lesson))}
                now={now}
              />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface WeekLessonProps {
  lesson: ShownLesson;
  name: string;
  /** A guardian has asked for it. */
  isMinors: boolean;
  now: number;
}

function WeekLesson({ lesson, name, isMinors, now }: WeekLessonProps) {
  const mark = weekMark(lesson, now);
  return (
    <Link
      to={`/${lesson.side}/requests/${lesson.request_id}#aula-${lesson.id}`}
      data-mark={mark ?? undefined}
    >
      <strong>{leadingTerms(lesson)?.starts_local.slice(11)}</strong> {name}
      {isMinors ? <span>Para menor</span> : null}
      {mark ? <span>{mark}</span> : null}
    </Link>
  );
}
