import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasStarted, isMyTurn, leadingTerms } from '@/db/lessons/lesson-rules';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { SelectField } from '@/ui/fields';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useLargeScreen } from '@/ui/use-large-screen';
import { useNow } from '@/ui/use-now';
import { byDay, isComing } from '../agenda';
import { wentWithRequest } from '../lesson-choice';
import { isRefused, type ShownLesson } from '../lesson-overlay';
import { useListedLessons } from '../lesson-queries';
import { dayText } from '../lesson-texts';
import type { ShownRequest } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { useLeavingCards } from '../use-leaving-cards';
import classes from './agenda.module.css';
import { AgendaWeek } from './agenda-week';
import { SeriesCalendar } from './lesson-calendar';
import { LessonCard, type NotesOf } from './lesson-card';
import lessonClasses from './lessons.module.css';
import { nameIn, requestIn } from './next-lessons';
import { PixPayment } from './pix-payment';
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
export function LessonAgenda({ side, notes }: { side: RequestSide; notes?: NotesOf }) {
  const now = useNow();
  const isLarge = useLargeScreen();
  const { status, data } = useListedLessons();
  const { data: requests } = useRequests();
  const { list, done, isDone, onClickCapture } = useLeavingCards<HTMLDivElement>();
  const [query, setQuery] = useSearchParams();
  const only = query.get('request');
  const all = data.filter((lesson) => lesson.side === side);
  const own = only === null ? all : all.filter(({ request_id }) => request_id === only);
  const coming = own.filter((lesson) => isComing(lesson, now) || isRefused(lesson));
  const due = coming.filter((lesson) => hasStarted(lesson, now) && isMyTurn(lesson, now));
  const ahead = coming.filter((lesson) => !due.includes(lesson));
  const former = own.filter((lesson) => !coming.includes(lesson)).toReversed();
  const ended = former.filter((lesson) => wentWithRequest(lesson, requestIn(requests, lesson)));
  const nameOf = (lesson: ShownLesson) => nameIn(requests, lesson);
  const requestOf = (lesson: ShownLesson) => requestIn(requests, lesson);
  const request = requests.find(({ id }) => id === only);
  const choose = (id: string) => setQuery(id ? { request: id } : {}, { replace: true });
  return (
    <>
      <PageHeading>Aulas</PageHeading>
      <People lessons={all} nameOf={nameOf} only={only} onChoose={choose} />
      {status === 'ready' ? null : <RequestsFallback failed={status === 'failed'} level={2} />}
      {status === 'ready' && own.length === 0 ? <NoLessons side={side} request={request} /> : null}
      {isLarge && own.length > 0 ? (
        <AgendaWeek lessons={own} nameOf={nameOf} requestOf={requestOf} now={now} />
      ) : null}
      {own.length > 0 && ahead.length === 0 ? (
        <div className={classes.nothing}>
          <p>Nenhuma aula por vir.</p>
          <LinkButton to={request ? `/${side}/requests/${request.id}` : `/${side}/requests`}>
            Marcar outra aula
          </LinkButton>
        </div>
      ) : null}
      {due.length > 0 && ahead.length > 0 ? (
        <a className={lessonClasses.plain} href="#contar">
          {due.length === 1 ? '1 aula espera' : `${due.length} aulas esperam`} você contar como foi
        </a>
      ) : null}
      <Days lessons={ahead} nameOf={nameOf} requestOf={requestOf} now={now} notes={notes} />
      <SeriesCalendar lessons={own} nameOf={nameOf} />
      {due.length > 0 ? (
        <section id="contar" className={classes.due} aria-labelledby="contar-titulo">
          <h2 id="contar-titulo">Conte como foi</h2>
          <div ref={list} className={classes.cards} onClickCapture={onClickCapture}>
            {due.slice(-FIRST).map((lesson) => (
              <LessonCard
                key={lesson.id}
                lesson={lesson}
                other={nameOf(lesson)}
                request={requestOf(lesson)}
                now={now}
                linked
                notes={notes?.(lesson, nameOf(lesson))}
              />
            ))}
          </div>
        </section>
      ) : null}
      {due.length === 0 && isDone ? (
        <p ref={done} role="status" tabIndex={-1}>
          Pronto. Nenhuma aula espera você contar como foi.
        </p>
      ) : null}
      {request && side === 'student' ? <PixPayment request={request} /> : null}
      {former.length > 0 ? (
        <details className={classes.former}>
          <summary>Aulas anteriores ({former.length})</summary>
          <Ended lessons={ended} nameOf={nameOf} />
          <Days
            lessons={former.filter((lesson) => !ended.includes(lesson))}
            nameOf={nameOf}
            requestOf={requestOf}
            now={now}
            notes={notes}
          />
        </details>
      ) : null}
    </>
  );
}

/** One line for all lessons that went with the end of a request. */
function Ended({ lessons, nameOf }: Pick<DaysProps, 'lessons' | 'nameOf'>) {
  const counts = new Map<string, { name: string; count: number }>();
  for (const lesson of lessons) {
    const { count = 0 } = counts.get(lesson.request_id) ?? {};
    counts.set(lesson.request_id, { name: nameOf(lesson), count: count + 1 });
  }
  return [...counts].map(([id, { name, count }]) => (
    <p key={id}>
      As aulas com {name} foram encerradas: {count === 1 ? '1 aula saiu' : `${count} aulas saíram`} da agenda.
    </p>
  ));
}

interface PeopleProps {
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
  /** Id of the chosen request. */
  only: string | null;
  onChoose(id: string): void;
}

/** Chooses the request whose lessons are shown, where there are lessons of several. */
function People({ lessons, nameOf, only, onChoose }: PeopleProps) {
  const id = useId();
  const names = new Map(lessons.map((lesson) => [lesson.request_id, nameOf(lesson)]));
  if (names.size < 2 && (only === null || names.has(only))) return null;
  const people = [...names].map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.people}>
      <SelectField
        id={id}
        label="Aulas com"
        value={only !== null && names.has(only) ? only : ''}
        data={[{ value: '', label: 'Todas as pessoas' }, ...people]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </div>
  );
}

function NoLessons({ side, request }: { side: RequestSide; request: ShownRequest | undefined }) {
  const { text, action } = EMPTY[side];
  if (!request) {
    return (
      <Notice
        title="Nenhuma aula marcada"
        text={text}
        action={<LinkButton to={`/${side}/requests`}>{action}</LinkButton>}
      />
    );
  }
  return (
    <Notice
      title={`Nenhuma aula com ${otherName(request)}`}
      text="Proponha dia, hora e lugar na página do pedido. A outra pessoa confirma com um toque."
      action={<LinkButton to={`/${side}/requests/${request.id}`}>Abrir o pedido</LinkButton>}
    />
  );
}

interface DaysProps {
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
  requestOf(lesson: ShownLesson): ShownRequest | undefined;
  now: number;
  notes: NotesOf | undefined;
}

function Days({ lessons, nameOf, requestOf, now, notes }: DaysProps) {
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
              <LessonCard
                key={lesson.id}
                lesson={lesson}
                other={nameOf(lesson)}
                request={requestOf(lesson)}
                now={now}
                linked
                ofDay
                notes={lesson.stored ? notes?.(lesson, nameOf(lesson)) : null}
              />
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
