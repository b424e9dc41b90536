/** The notes of lessons, with the writes that the replica does not hold yet applied. Pure. */

import type { RequestSide } from '@/db/rows/lesson-fields';
import { EMPTY_NOTES, type LessonNotes, type NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { homeworkTick } from '@/outbox/commands/homework-tick';
import { noteSave } from '@/outbox/commands/note-save';
import { overlaid } from '@/outbox/overlay';
import type { StoredCommand } from '@/outbox/stored-command';

export interface ShownNotes extends LessonNotes {
  lessonId: string;
  /** The person's last write on these notes that this device still has; a refused one takes precedence. */
  write: StoredCommand | null;
}

/** A lesson as far as its notes need it. */
export interface NotedLesson {
  id: string;
  request_id: string;
  side: RequestSide;
}

/** The notes of one lesson; empty ones where neither side has written. */
export function notesOf(
  lesson: NotedLesson,
  rows: readonly Versioned<NotebookRow>[],
  commands: readonly StoredCommand[],
): ShownNotes {
  const row = rows.find(({ id, kind }) => id === lesson.id && kind === 'note');
  const held = row?.kind === 'note' ? row.data : null;
  const notes: LessonNotes = held ?? {
    ...EMPTY_NOTES,
    request_id: lesson.request_id,
    side: lesson.side,
  };
  const writes = commands.filter(({ entity }) => entity.id === lesson.id);
  const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
  return { ...overlaid(notes, row?.version ?? 0, writes, withWrite), lessonId: lesson.id, write };
}

function withWrite(notes: LessonNotes, command: StoredCommand): LessonNotes {
  if (command.kind === 'note.save') return noteSave.apply(notes, command);
  if (command.kind === 'homework.tick') return homeworkTick.apply(notes, command);
  return notes;
}

export const isEmpty = ({ mine, theirs, homework, earlier }: LessonNotes): boolean =>
  !mine && !theirs && !homework && earlier.length === 0;
