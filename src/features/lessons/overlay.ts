/** The own requests with the writes on them that the replica does not hold yet. Pure. */
import type { LessonRequestRow, Versioned } from '@/db/rows';
import { isUnsent, type StoredCommand } from '@/outbox/command';
import type { LessonRequestAnswer } from '@/outbox/commands/lesson-request-answer';
import type { LessonRequestCancel } from '@/outbox/commands/lesson-request-cancel';
import type { LessonRequestCreate } from '@/outbox/commands/lesson-request-create';
import { caughtUp, overlaid } from '@/outbox/overlay';

/** As the outbox's entities name it. */
export const REQUESTS = 'lesson_requests';

export interface ShownRequest extends Versioned<LessonRequestRow> {
  /** The person's last write on it that is still known on this phone; a refused one before all others. */
  write: StoredCommand | null;
  /** The replica holds it: the server has it. */
  stored: boolean;
}

type Row = Versioned<LessonRequestRow>;

/** Newest first. What the server refused to create is among them: its `write` says so. */
export function overlaidRequests(rows: readonly Row[], commands: readonly StoredCommand[]): ShownRequest[] {
  const writes = new Map<string, StoredCommand[]>();
  for (const command of commands) {
    const { id } = command.entity;
    writes.set(id, [...(writes.get(id) ?? []), command]);
  }
  const known = new Set(rows.map(({ id }) => id));
  const created = commands.filter((one) => isCreate(one) && !known.has(one.entity.id) && !one.ack?.settled);
  return [
    ...rows.map((row) => shown(row, writes.get(row.id) ?? [], true)),
    ...created.map((command) => shown(rowOf(command), writes.get(command.entity.id) ?? [], false)),
  ].sort(newestFirst);
}

function shown(row: Row, writes: readonly StoredCommand[], stored: boolean): ShownRequest {
  const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
  const changes = writes.filter((one) => !isCreate(one));
  return { ...overlaid(row, row.version, changes, withChange), write, stored };
}

const isCreate = ({ kind }: StoredCommand) => kind === 'lesson_request.create';

/** Ends and answers only what the state machine allows: the server refuses the rest, and the screen does not promise it. */
function withChange(row: Row, { kind, payload, createdAt }: StoredCommand): Row {
  const at = new Date(createdAt).toISOString();
  if (kind === 'lesson_request.answer' && row.status === 'Pendente') {
    const { answer, reason } = payload as LessonRequestAnswer;
    return answer === 'accept'
      ? { ...row, status: 'Aceito', answered_at: at }
      : { ...row, status: 'Recusado', answered_at: at, reason };
  }
  if (kind === 'lesson_request.cancel' && isOpen(row)) {
    const { reason } = payload as LessonRequestCancel;
    return {
      ...row,
      status: 'Cancelado',
      reason,
      cancelled_at: at,
      cancelled_by: row.side,
      other_whatsapp: null,
      other_email: null,
    };
  }
  return row;
}

export function isOpen({ status }: Pick<LessonRequestRow, 'status'>): boolean {
  return status === 'Pendente' || status === 'Aceito';
}

/** Whether the server refused to create it: there is no such request but on this phone. */
export function wasRefused({ write, stored }: ShownRequest): boolean {
  return !stored && write?.kind === 'lesson_request.create' && write.status === 'rejected';
}

function rowOf({ payload, createdAt, userId }: StoredCommand): Row {
  const { request } = payload as LessonRequestCreate;
  return {
    id: request.id,
    version: 0,
    side: 'student',
    student_id: userId ?? '',
    teacher_id: request.teacher_id,
    dance_style_id: request.dance_style_id,
    status: 'Pendente',
    preferred_days: request.preferred_days,
    preferred_times: request.preferred_times,
    message: request.message,
    reason: null,
    request_date: new Date(createdAt).toISOString(),
    answered_at: null,
    cancelled_at: null,
    cancelled_by: null,
    other_name: null,
    other_image_url: null,
    other_whatsapp: null,
    other_email: null,
  };
}

/** Ids of delivered writes that the replica has caught up with. */
export function caughtUpRequests(rows: readonly Row[], commands: readonly StoredCommand[]): string[] {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return commands
    .filter(({ entity }) => entity.table === REQUESTS)
    .flatMap((command) => caughtUp([command], versions.get(command.entity.id) ?? 0));
}

export function newestFirst(a: LessonRequestRow, b: LessonRequestRow): number {
  return Date.parse(b.request_date) - Date.parse(a.request_date) || (a.id < b.id ? -1 : 1);
}

/** Ids of requests to a teacher whose cancelling has not reached the server: until it has, another one is refused. */
export function cancelledBefore(
  teacherId: string,
  rows: readonly Pick<LessonRequestRow, 'id' | 'teacher_id'>[],
  commands: readonly StoredCommand[],
): string[] {
  const theirs = new Set(rows.filter(({ teacher_id }) => teacher_id === teacherId).map(({ id }) => id));
  for (const command of commands.filter(isCreate)) {
    const { request } = command.payload as LessonRequestCreate;
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
