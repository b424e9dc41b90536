import { type ReactNode, useState } from 'react';
import { Question } from '../core/question';
import { useWriting, type Writing } from '../core/use-writing';
import { peopleText, type TeacherAction } from './teacher-actions';
import { setTeachers, type TeacherChange } from './teachers';

interface Asked {
  action: TeacherAction;
  teachers: readonly { id: string; name: string }[];
}

export interface TeacherChanges {
  writing: Writing;
  ask(action: TeacherAction, teachers: Asked['teachers']): void;
  /** The open question, to be drawn by the page. */
  question: ReactNode;
}

/** Asks, changes teachers, shows the outcome and offers undo; calls `onChanged` after each change. */
export function useTeacherChange(onChanged: () => void): TeacherChanges {
  const writing = useWriting();
  const [asked, setAsked] = useState<Asked | null>(null);

  const send = async (changes: TeacherChange[], title: string, undoTitle: string | null) => {
    const outcome = await writing.run(() => setTeachers(changes), {
      title,
      ...(undoTitle !== null && {
        undo: ({ undo }) => {
          if (undo.length > 0) void send(undo, undoTitle, null);
        },
      }),
    });
    if (!outcome) return;
    setAsked(null);
    onChanged();
  };

  const confirm = ({ action, teachers }: Asked) => {
    const people = peopleText(teachers.map(({ name }) => name));
    void send(
      teachers.map(({ id }) => ({ id, ...action.change })),
      action.done(people, teachers.length > 1),
      'Desfeito',
    );
  };

  return {
    writing,
    ask: (action, teachers) => setAsked({ action, teachers }),
    question: asked ? (
      <Question
        title={asked.action.question(peopleText(asked.teachers.map(({ name }) => name)))}
        action={asked.action.label}
        writing={writing}
        onConfirm={() => confirm(asked)}
        onClose={() => setAsked(null)}
      >
        <p>{asked.action.text}</p>
      </Question>
    ) : null,
  };
}
