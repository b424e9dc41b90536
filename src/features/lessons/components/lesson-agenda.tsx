import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { leadingTerms } from '@/db/lesson-rules';
import type { RequestSide } from '@/db/request-side';
import { phoneZone, wallTimeAt } from '@/lib/wall-time';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useLargeScreen } from '@/ui/use-large-screen';
import { useNow } from '@/ui/use-now';
import { byDay, isComing, mondayOf, weekFrom } from '../agenda';
import { isRefused, type ShownLesson } from '../lesson-overlay';
import { useLessons } from '../lesson-queries';
import { dateText, dayText } from '../lesson-texts';
import { useRequests } from '../queries';
import classes from './agenda.module.css';
import { LessonCalendar } from './lesson-calendar';
import { LessonCard } from './lesson-card';
import lessonClasses from './lessons.module.css';
import { nameIn } from './next-lessons';
import { RequestsFallback } from './requests-fallback';

/** Number of lessons before the button that shows more. */
const FIRST = 20;

const EMPTY = {
  student: {
    text: 'Quando um professor aceitar seu pedido, marque a aula na página do pedido. Ela aparece aqui, também sem internet.',
    action: 'Ver meus pedidos',
  },
  teacher: {
    text: 'Aceite um pedido e marque a aula na página dele. Ela aparece aqui, também sem internet.',
    action: 'Ver pedidos',
  },
} as const;

/** All lessons of this side: what is to come by day, on large screens with the week, and what was. */
export function LessonAgenda({ side }: { side: RequestSide }) {
  const now = useNow();
  const isLarge = useLargeScreen();
  const { status, data } = useLessons();
  const { data: requests } = useRequests();
  const [query] = useSearchParams();
  const only = query.get('pedido');
  const own = data.filter((lesson) => lesson.side === side && (only === null || lesson.request_id === only));
  const coming = own.filter((lesson) => isComing(lesson, now) || isRefused(lesson));
  const former = own.filter((lesson) => !coming.includes(lesson)).toReversed();
  const confirmed = coming.filter(({ status: state }) => state === 'confirmed');
  const nameOf = (lesson: ShownLesson) => nameIn(requests, lesson);
  const [first] = own;
  return (
    <>
      <div className={classes.head}>
        <PageHeading>{only && first ? `Aulas com ${nameOf(first)}` : 'Aulas'}</PageHeading>
        {only ? <Link to={`/${side}/lessons`}>Ver todas as aulas</Link> : null}
      </div>
      {status === 'ready' ? null : <RequestsFallback failed={status === 'failed'} level={2} />}
      {status === 'ready' && own.length === 0 ? (
        <Notice
          title="Nenhuma aula marcada"
          text={EMPTY[side].text}
          action={<LinkButton to={`/${side}/requests`}>{EMPTY[side].action}</LinkButton>}
        />
      ) : null}
      {isLarge && own.length > 0 ? <Week lessons={own} nameOf={nameOf} now={now} /> : null}
      {own.length > 0 && coming.length === 0 ? <p>Nenhuma aula por vir.</p> : null}
      <Days lessons={coming} nameOf={nameOf} now={now} />
      {confirmed.length > 1 ? (
        <div className={lessonClasses.plains}>
          <LessonCalendar lessons={confirmed} nameOf={nameOf} />
        </div>
      ) : null}
      {former.length > 0 ? (
        <details className={classes.former}>
          <summary>Aulas anteriores ({former.length})</summary>
          <Days lessons={former} nameOf={nameOf} now={now} />
        </details>
      ) : null}
    </>
  );
}

interface DaysProps {
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
  now: number;
}

function Days({ lessons, nameOf, now }: DaysProps) {
  const id = useId();
  const [shown, setShown] = useState(FIRST);
  const days = byDay(lessons.slice(0, shown));
  return (
    <>
      {days.map(({ date, lessons: ofDay }) => (
        <section key={date} className={classes.day} aria-labelledby={`${id}-${date}`}>
          <h2 id={`${id}-${date}`}>{dayTitle(ofDay, now)}</h2>
          <div className={classes.cards}>
            {ofDay.map((lesson) => (
              <LessonCard key={lesson.id} lesson={lesson} other={nameOf(lesson)} now={now} linked />
            ))}
          </div>
        </section>
      ))}
      {lessons.length > shown ? (
        <Button variant="outline" onClick={() => setShown(shown + FIRST)}>
          Mostrar mais aulas
        </Button>
      ) : null}
    </>
  );
}

function dayTitle([lesson]: readonly ShownLesson[], now: number): string {
  const terms = lesson ? leadingTerms(lesson) : null;
  if (!terms) return 'Sem horário';
  const text = dayText(terms, now);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One week in seven columns, with the weeks before and after it. */
function Week({ lessons, nameOf, now }: DaysProps) {
  const [away, setAway] = useState(0);
  const monday = mondayOf(now, phoneZone(), away);
  const week = weekFrom(monday, lessons);
  const year = monday.slice(0, 4);
  const today = wallTimeAt(now, phoneZone()).slice(0, 10);
  return (
    <section className={classes.week} aria-label="Semana">
      <div className={classes.weeks}>
        <Button variant="outline" onClick={() => setAway(away - 1)}>
          Semana anterior
        </Button>
        <p role="status">{away === 0 ? 'Esta semana' : `Semana de ${dateText(monday, year)}`}</p>
        <Button variant="outline" onClick={() => setAway(away + 1)}>
          Próxima semana
        </Button>
      </div>
      <ol className={classes.columns}>
        {week.map(({ date, lessons: ofDay }) => (
          <li key={date} data-today={date === today || undefined}>
            <h3>{dateText(date, date.slice(0, 4))}</h3>
            {ofDay.map((lesson) => (
              <Link
                key={lesson.id}
                to={`/${lesson.side}/requests/${lesson.request_id}#aula-${lesson.id}`}
                data-state={lesson.status}
              >
                {leadingTerms(lesson)?.starts_local.slice(11)} {nameOf(lesson)}
                {lesson.status === 'proposed' ? ' (proposta)' : null}
              </Link>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
