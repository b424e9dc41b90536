import { hasStarted, leadingTerms } from '@/db/lessons/lesson-rules';
import { namedLesson } from '@/db/rows/lesson-fields';
import { nameIn } from '@/features/lessons/components/next-lessons';
import { RequestsFallback } from '@/features/lessons/components/requests-fallback';
import { useLessons } from '@/features/lessons/lesson-queries';
import { startText } from '@/features/lessons/lesson-texts';
import { useRequests } from '@/features/lessons/queries';
import {
  type NotebookLesson,
  NotebookLessons,
  OpenHomework,
} from '@/features/notebook/components/notebook-lessons';
import { Training } from '@/features/steps/components/training';
import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { StudentLinks } from './student-links';
import classes from './student-pages.module.css';

/** The student's notebook: what to train today, and the notes of every lesson. */
export default function NotebookPage() {
  const now = useNow();
  const { status, data } = useLessons();
  const { data: requests } = useRequests();
  const lessons: NotebookLesson[] = data
    .filter((lesson) => lesson.side === 'student')
    .toReversed()
    .map((lesson) => {
      const terms = leadingTerms(lesson);
      const other = nameIn(requests, lesson);
      return {
        ...lesson,
        named: namedLesson(lesson),
        other,
        hasBegun: lesson.status !== 'called_off' && hasStarted(lesson, now),
        title: (
          <Link to={`/student/requests/${lesson.request_id}#aula-${lesson.id}`}>
            {terms ? startText(terms, now) : 'Aula'} com {other}
          </Link>
        ),
      };
    });
  return (
    <Page>
      <PageHeading>Caderno</PageHeading>
      <StudentLinks />
      <div className={classes.sides}>
        <section className={classes.notebook} aria-labelledby="treinar">
          <h2 id="treinar">Treinar hoje</h2>
          <OpenHomework lessons={lessons} />
          <Training />
        </section>
        <section className={classes.notebook} aria-labelledby="caderno-aulas">
          <h2 id="caderno-aulas">Suas aulas</h2>
          {status === 'ready' ? null : <RequestsFallback failed={status === 'failed'} level={2} />}
          {status === 'ready' ? <NotebookLessons lessons={lessons} /> : null}
        </section>
      </div>
    </Page>
  );
}
