import type { LessonRow } from '@/db/rows/lesson-fields';
import { namedLesson } from '@/db/rows/lesson-fields';
import { isEmpty } from '../overlay';
import { useNotes } from '../queries';
import { LessonNotes } from './lesson-notes';

/** The notes on a lesson's card; a lesson that was called off shows only what is there already. */
export function CardNotes({ lesson, other }: { lesson: LessonRow; other: string }) {
  const { status, of } = useNotes();
  const notes = of(lesson);
  if (status !== 'ready' || (lesson.status === 'called_off' && isEmpty(notes))) return null;
  return <LessonNotes notes={notes} lesson={namedLesson(lesson)} other={other} />;
}
