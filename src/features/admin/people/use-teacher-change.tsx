import { type ReactNode, useState } from 'react';
import type { CheckKind } from '@/db/listed-checks';
import { Question } from '../core/question';
import { useWriting, type Writing } from '../core/use-writing';
import { hasIdentity, useApprovalChecks } from './approval-checks';
import { peopleText, type TeacherAction } from './teacher-actions';
import { setTeachers, type TeacherChange } from './teachers';

interface Changed {
  id: string;
  name: string;
  /** The checks that hold, in compact form. */
  checks: string | null;
}

interface Asked {
  action: TeacherAction;
  teachers: readonly Changed[];
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

  const confirm = ({ action, teachers }: Asked, checks: readonly CheckKind[]) => {
    const people = peopleText(teachers.map(({ name }) => name));
    void send(
      teachers.map(({ id }) => ({ id, ...action.change, ...(checks.length > 0 && { checks }) })),
      action.done(people, teachers.length > 1),
      'Desfeito',
    );
  };

  return {
    writing,
    ask: (action, teachers) => setAsked({ action, teachers }),
    question: asked ? (
      <ChangeQuestion
        {...asked}
        writing={writing}
        onConfirm={(checks) => confirm(asked, checks)}
        onClose={() => setAsked(null)}
      />
    ) : null,
  };
}

interface ChangeQuestionProps extends Asked {
  writing: Writing;
  onConfirm(checks: readonly CheckKind[]): void;
  onClose(): void;
}

/** The question before a change; an approval also asks what was checked. */
function ChangeQuestion({ action, teachers, writing, onConfirm, onClose }: ChangeQuestionProps) {
  const shows = action.change.is_active === true;
  const { checks, ready, boxes } = useApprovalChecks(teachers.every((one) => hasIdentity(one.checks)));
  return (
    <Question
      title={action.question(peopleText(teachers.map(({ name }) => name)))}
      action={action.label}
      writing={writing}
      onConfirm={() => {
        if (!shows) onConfirm([]);
        else if (ready()) onConfirm(checks);
      }}
      onClose={onClose}
    >
      <p>{action.text}</p>
      {shows ? boxes : null}
    </Question>
  );
}
