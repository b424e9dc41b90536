import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CheckKind } from '@/db/rows/listed-checks';
import { Link } from '@/ui/link';
import { Modal } from '@/ui/modal';
import classes from '../core/core.module.css';
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

  const confirm = (action: TeacherAction, teachers: Asked['teachers'], checks: readonly CheckKind[]) => {
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
        onConfirm={(teachers, checks) => confirm(asked.action, teachers, checks)}
        onClose={() => setAsked(null)}
      />
    ) : null,
  };
}

interface ChangeQuestionProps extends Asked {
  writing: Writing;
  onConfirm(teachers: Asked['teachers'], checks: readonly CheckKind[]): void;
  onClose(): void;
}

/** The question before a change. An approval of one teacher also asks what was checked; one of many certifies nothing. */
function ChangeQuestion(props: ChangeQuestionProps) {
  if (props.action.change.is_active !== true) return <PlainQuestion {...props} />;
  return props.teachers.length === 1 ? <ApproveOne {...props} /> : <ApproveMany {...props} />;
}

function PlainQuestion({
  action,
  teachers,
  writing,
  onConfirm,
  onClose,
  children,
}: ChangeQuestionProps & { children?: ReactNode }) {
  return (
    <Question
      title={action.question(peopleText(teachers.map(({ name }) => name)))}
      action={action.label}
      writing={writing}
      onConfirm={() => onConfirm(teachers, [])}
      onClose={onClose}
    >
      <p>{action.text}</p>
      {children}
    </Question>
  );
}

function ApproveOne(props: ChangeQuestionProps) {
  const { teachers, onConfirm } = props;
  const { checks, ready, boxes } = useApprovalChecks(teachers.every((one) => hasIdentity(one.checks)));
  return (
    <PlainQuestion
      {...props}
      onConfirm={() => {
        if (ready()) onConfirm(teachers, checks);
      }}
    >
      {boxes}
    </PlainQuestion>
  );
}

function ApproveMany(props: ChangeQuestionProps) {
  const checked = props.teachers.filter((one) => hasIdentity(one.checks));
  const others = props.teachers.filter((one) => !checked.includes(one));
  if (checked.length > 0) {
    return (
      <PlainQuestion {...props} teachers={checked}>
        {others.length > 0 ? <Unchecked teachers={others} /> : null}
      </PlainQuestion>
    );
  }
  return (
    <Modal
      title="Ninguém para aprovar"
      onClose={props.onClose}
      actions={
        <Button variant="outline" onClick={props.onClose}>
          Voltar
        </Button>
      }
    >
      <Unchecked teachers={others} />
    </Modal>
  );
}

function Unchecked({ teachers }: Pick<Asked, 'teachers'>) {
  return (
    <>
      <p>Falta conferir a identidade. Confira e aprove uma pessoa de cada vez:</p>
      <ul className={classes.lines}>
        {teachers.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/admin/teachers/${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
