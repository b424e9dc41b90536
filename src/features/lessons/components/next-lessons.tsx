import { isMyTurn, leadingTerms, nextLesson } from '@/db/lesson-rules';
import type { RequestSide } from '@/db/request-side';
import { LinkButton } from '@/ui/link-button';
import type { ShownLesson } from '../lesson-overlay';
import { useLessons } from '../lesson-queries';
import type { ShownRequest } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { LessonCard } from './lesson-card';
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
  const { data: lessons } = useLessons();
  const { data: requests } = useRequests();
  const own = lessons.filter((lesson) => lesson.side === side);
  const next = nextLesson(own, now);
  const due = firstOfEach(own.filter((lesson) => lesson !== next && needsMe(lesson, now))).slice(0, SHOWN);
  if (!next && due.length === 0) return null;
  const nameOf = (lesson: ShownLesson) => nameIn(requests, lesson);
  return (
    <section className={requestClasses.box} aria-labelledby="proxima-aula">
      <h2 id="proxima-aula">{next ? 'Próxima aula' : 'Aulas para você responder'}</h2>
      <div className={classes.lessons}>
        {[...(next ? [next] : []), ...due].map((lesson) => (
          <LessonCard key={lesson.id} lesson={lesson} other={nameOf(lesson)} now={now} linked />
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

function needsMe(lesson: ShownLesson, now: number): boolean {
  return lesson.write?.status === 'rejected' || (leadingTerms(lesson) !== null && isMyTurn(lesson, now));
}

/** A proposal about a whole series is one question: the first of its lessons stands for all. */
function firstOfEach(lessons: readonly ShownLesson[]): ShownLesson[] {
  const seen = new Set<string>();
  return lessons.filter(({ id, series_id, status, proposed_last }) => {
    const key = status === 'proposed' && series_id ? `${series_id} ${proposed_last}` : id;
    return !seen.has(key) && seen.add(key);
  });
}

/** The other person's name, from the request. */
export function nameIn(requests: readonly ShownRequest[], { request_id, side }: ShownLesson): string {
  const request = requests.find(({ id }) => id === request_id);
  return request ? otherName(request) : side === 'student' ? 'seu professor' : 'seu aluno';
}
