/** The user's requests, with the writes that the replica does not hold yet applied. Pure. */
import { type EvaluationCase, firstLessonTimes } from '@/db/lessons/evaluation-rules';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { Versioned } from '@/db/rows/row-check';
import { isUnsent } from '@/outbox/command';
import { lessonRequestAnswer } from '@/outbox/commands/lesson-request-answer';
import { lessonRequestCancel } from '@/outbox/commands/lesson-request-cancel';
import { lessonRequestCreate } from '@/outbox/commands/lesson-request-create';
import { overlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';

export interface ShownRequest extends Versioned<LessonRequestRow> {
  /** The user's last write on the request that this device still has; a refused one takes precedence. */
  write: StoredCommand | null;
  /** The replica holds the request, so the server has it. */
  stored: boolean;
  /** The time of its first lesson: from then on it ends, and is no longer cancelled. Infinity without one. */
  firstLessonAt: number;
}

type Row = Versioned<LessonRequestRow>;

/** Newest first. Includes requests that the server refused to create: see `write`. */
export function overlaidRequests(
  rows: readonly Row[],
  commands: readonly StoredCommand[],
  lessons: EvaluationCase['lessons'] = [],
): ShownRequest[] {
  const firsts = firstLessonTimes(lessons);
  const firstOf = (id: string) => firsts.get(id) ?? Number.POSITIVE_INFINITY;
  const writes = new Map<string, StoredCommand[]>();
  for (const command of commands) {
    const { id } = command.entity;
    writes.set(id, [...(writes.get(id) ?? []), command]);
  }
  const known = new Set(rows.map(({ id }) => id));
  const created = commands
    .filter(isCreate)
    .filter(({ entity, ack }) => !known.has(entity.id) && !ack?.settled);
  return [
    ...rows.map((row) => shown(row, writes.get(row.id) ?? [], true, firstOf(row.id))),
    ...created.map((command) =>
      shown(
        lessonRequestCreate.apply(null, command),
        writes.get(command.entity.id) ?? [],
        false,
        firstOf(''),
      ),
    ),
  ].sort(newestFirst);
}

function shown(
  row: Row,
  writes: readonly StoredCommand[],
  stored: boolean,
  firstLessonAt: number,
): ShownRequest {
  const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
  const changes = writes.filter((one) => !isCreate(one));
  return { ...overlaid({ ...row, firstLessonAt }, row.version, changes, withChange), write, stored };
}

const isCreate = isOf('lesson_request.create');

/** Applies an answer or a cancellation to the row. */
function withChange<R extends Row>(row: R, command: StoredCommand): R {
  if (command.kind === 'lesson_request.answer') return lessonRequestAnswer.apply(row, command);
  return command.kind === 'lesson_request.cancel' ? lessonRequestCancel.apply(row, command) : row;
}

export function isOpen({ status, ended_at }: Pick<LessonRequestRow, 'status' | 'ended_at'>): boolean {
  return (status === 'Pendente' || status === 'Aceito') && !ended_at;
}

/** Whether the two are in touch about lessons: they see each other's contacts. */
export function isAgreed({ status, ended_at }: Pick<LessonRequestRow, 'status' | 'ended_at'>): boolean {
  return status === 'Aceito' && !ended_at;
}

/** Whether the two have agreed on a lesson, whatever has come of it since; one that was called off does not count. */
export function isArranged({ firstLessonAt }: Pick<ShownRequest, 'firstLessonAt'>): boolean {
  return firstLessonAt < Number.POSITIVE_INFINITY;
}

/** Whether the server refused to create the request, which then exists on this device only. */
export function wasRefused({ write, stored }: ShownRequest): boolean {
  return !stored && write?.kind === 'lesson_request.create' && write.status === 'rejected';
}

/** Id of the other person of the request. */
export function otherIdOf({
  side,
  student_id,
  teacher_id,
}: Pick<LessonRequestRow, 'side' | 'student_id' | 'teacher_id'>): string {
  return side === 'student' ? teacher_id : student_id;
}

export function newestFirst(a: LessonRequestRow, b: LessonRequestRow): number {
  return Date.parse(b.request_date) - Date.parse(a.request_date) || (a.id < b.id ? -1 : 1);
}

/**
 * Ids of requests to a teacher with an unsent cancellation: the server refuses a new request until it has received
 * them.
 */
export function cancelledBefore(
  teacherId: string,
  rows: readonly Pick<LessonRequestRow, 'id' | 'teacher_id'>[],
  commands: readonly StoredCommand[],
): string[] {
  const theirs = new Set(rows.filter(({ teacher_id }) => teacher_id === teacherId).map(({ id }) => id));
  for (const command of commands.filter(isCreate)) {
    const { request } = command.payload;
    if (request.teacher_id === teacherId) theirs.add(request.id);
  }
  const cancelled = commands.filter(
    ({ kind, entity, status }) =>
      kind === 'lesson_request.cancel' &&
      theirs.has(entity.id) &&
      isUnsent({ status }) &&
      status !== 'rejected',
  );
  return [...new Set(cancelled.map(({ entity }) => entity.id))];
}

/** Id of the open request because of which the server refused this one, if it named one. */
export function openRequestIn(command: StoredCommand | null): string | null {
  if (command?.status !== 'rejected' || command.error?.hint !== 'open_request_exists') return null;
  return command.error.details;
}
