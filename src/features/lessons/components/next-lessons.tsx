import { nextLesson } from '@/db/lessons/lesson-rules';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { LinkButton } from '@/ui/link-button';
import { firstOfEach, needsMe } from '../lesson-choice';
import type { ShownLesson } from '../lesson-overlay';
import { useListedLessons } from '../lesson-queries';
import type { ShownRequest } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { useLeavingCards } from '../use-leaving-cards';
import { LessonCard } from './lesson-card';
import { LessonContact } from './lesson-contact';
import classes from './lessons.module.css';
import requestClasses from './requests.module.css';

/** Number of lessons that need this person, beside the next one. */
const SHOWN = 3;

interface NextLessonsProps {
  side: RequestSide;
  /** Milliseconds since 1970. */
  now: number;
}

/** The next lesson, and the lessons on which this person has to act. First on both home pages; nothing without any. */
export function NextLessons({ side, now }: NextLessonsProps) {
  const { data: lessons } = useListedLessons();
  const { data: requests } = useRequests();
  const { list, done, isDone, onClickCapture } = useLeavingCards<HTMLDivElement>();
  const own = lessons.filter((lesson) => lesson.side === side);
  const next = nextLesson(own, now);
  const needed = own.filter((lesson) => lesson !== next && needsMe(lesson, now));
  // The next lesson stands for a change of it and of later ones.
  const due = firstOfEach([...(next ? [next] : []), ...needed])
    .filter((lesson) => lesson !== next)
    .slice(0, SHOWN);
  if (!next && due.length === 0) {
    return isDone ? (
      <p ref={done} role="status" tabIndex={-1} className={requestClasses.note}>
        Pronto. Nenhuma aula espera por você.
      </p>
    ) : null;
  }
  const nameOf = (lesson: ShownLesson) => nameIn(requests, lesson);
  return (
    <section className={`${requestClasses.box} ${classes.next}`} aria-labelledby="proxima-aula">
      <h2 id="proxima-aula">{next ? 'Próxima aula' : 'Aulas para você responder'}</h2>
      <div ref={list} className={classes.lessons} onClickCapture={onClickCapture}>
        {[...(next ? [next] : []), ...due].map((lesson) => (
          <LessonCard
            key={lesson.id}
            lesson={lesson}
            other={nameOf(lesson)}
            now={now}
            linked
            request={requestIn(requests, lesson)}
            contact={lesson === next ? <LessonContact lesson={lesson} requests={requests} /> : null}
          />
        ))}
      </div>
      <div>
        <LinkButton to={`/${side}/lessons`} variant="outline">
          Ver todas as aulas
        </LinkButton>
      </div>
    </section>
  );
}

/** The request of a lesson; undefined where this phone does not show it. */
export const requestIn = (
  requests: readonly ShownRequest[],
  { request_id }: ShownLesson,
): ShownRequest | undefined => requests.find(({ id }) => id === request_id);

/** The other person's name, from the request. */
export function nameIn(requests: readonly ShownRequest[], lesson: ShownLesson): string {
  const request = requestIn(requests, lesson);
  return request ? otherName(request) : lesson.side === 'student' ? 'seu professor' : 'seu aluno';
}
