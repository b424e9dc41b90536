import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NamedLesson } from '@/db/rows/lesson-fields';
import { isHomeworkDone } from '@/db/rows/notebook-fields';
import { isEmpty, type NotedLesson } from '../overlay';
import { useNotes } from '../queries';
import { Homework, LessonNotes } from './lesson-notes';
import classes from './notes.module.css';

/** Number of lessons before the button that shows more. */
const FIRST = 20;

export interface NotebookLesson extends NotedLesson {
  named: NamedLesson;
  /** Name of the other person. */
  other: string;
  title: ReactNode;
  /** The lesson is over or has begun, so there is something to note. */
  hasBegun: boolean;
}

/** The homework of all lessons that is still open, the latest lesson first. Nothing without any. */
export function OpenHomework({ lessons }: { lessons: readonly NotebookLesson[] }) {
  const { of } = useNotes();
  const open = lessons
    .map((lesson) => ({ lesson, notes: of(lesson) }))
    .filter(({ notes }) => notes.homework !== null && !isHomeworkDone(notes));
  if (open.length === 0) return null;
  return (
    <ul className={classes.days}>
      {open.map(({ lesson, notes }) => (
        <li key={lesson.id} className={classes.day}>
          <h3>{lesson.title}</h3>
          <Homework notes={notes} lesson={lesson.named} level={4} />
        </li>
      ))}
    </ul>
  );
}

/** The lessons with their notes, the latest first: what has begun, and what somebody has written about. */
export function NotebookLessons({ lessons }: { lessons: readonly NotebookLesson[] }) {
  const [shown, setShown] = useState(FIRST);
  const { of } = useNotes();
  const noted = lessons
    .map((lesson) => ({ lesson, notes: of(lesson) }))
    .filter(({ lesson, notes }) => lesson.hasBegun || !isEmpty(notes));
  if (noted.length === 0) {
    return (
      <p>Depois da primeira aula, anote aqui o que aprendeu. Você e quem ensina escrevem, cada um o seu.</p>
    );
  }
  return (
    <>
      <ul className={classes.days}>
        {noted.slice(0, shown).map(({ lesson, notes }) => (
          <li key={lesson.id} className={classes.day}>
            <h3>{lesson.title}</h3>
            <LessonNotes notes={notes} lesson={lesson.named} other={lesson.other} />
          </li>
        ))}
      </ul>
      {noted.length > shown ? (
        <Button variant="outline" onClick={() => setShown(shown + FIRST)}>
          Mostrar mais aulas
        </Button>
      ) : null}
    </>
  );
}
