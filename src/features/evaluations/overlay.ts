/** The user's evaluations, with the writes that the replica does not hold yet applied. Pure. */
import { type EvaluationCase, firstLessonTimes } from '@/db/lessons/evaluation-rules';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';
import type { Versioned } from '@/db/rows/row-check';
import { evaluationSave } from '@/outbox/commands/evaluation-save';
import { lessonRequestCancel } from '@/outbox/commands/lesson-request-cancel';
import { isOverlaid, overlaid } from '@/outbox/overlay';
import { type CommandOf, isOf, type StoredCommand } from '@/outbox/stored-command';

/** One of the user's evaluations as screens show it. */
export interface ShownEvaluation {
  id: string;
  lesson_request_id: string;
  rating: number;
  comment: string | null;
  is_anonymous: boolean;
}

type Rows = readonly Versioned<EvaluationRow>[];
type Commands = readonly StoredCommand[];

type Save = CommandOf<'evaluation.save'>;

const isSave = isOf('evaluation.save');

/** The writes on the evaluation of one request. A request has at most one evaluation by each side, whatever its id. */
export function savesOf(requestId: string, commands: Commands): Save[] {
  return commands.filter(isSave).filter(({ payload }) => payload.evaluation.lesson_request_id === requestId);
}

/** The user's evaluation of a request; null before there is one. */
export function shownEvaluation(requestId: string, rows: Rows, commands: Commands): ShownEvaluation | null {
  const row = rows.find((one) => one.lesson_request_id === requestId);
  const last = savesOf(requestId, commands)
    .filter((one) => isOverlaid(one, row?.version ?? 0))
    .at(-1);
  return last ? evaluationSave.apply(row ?? null, last) : (row ?? null);
}

/**
 * Whether the server has the evaluation: the replica holds it, or a delivered write that the replica has not caught up
 * with.
 */
export function isOnServer(requestId: string, rows: Rows, commands: Commands): boolean {
  const receipts = savesOf(requestId, commands).filter(({ status }) => status === 'delivered');
  return (
    rows.some((row) => row.lesson_request_id === requestId) || receipts.some((one) => isOverlaid(one, 0))
  );
}

/** Rating and time of every evaluation of the user, queued ones included. Unordered. */
export function writtenEvaluations(rows: Rows, commands: Commands): { rating: number; created_at: string }[] {
  const known = new Map(rows.map((row) => [row.lesson_request_id, row.created_at]));
  const queued = commands.filter(isSave).filter((one) => isOverlaid(one, 0));
  for (const command of queued) {
    const { lesson_request_id: id } = command.payload.evaluation;
    if (!known.has(id)) known.set(id, new Date(command.createdAt).toISOString());
  }
  return [...known].flatMap(([id, created_at]) => {
    const shown = shownEvaluation(id, rows, commands);
    return shown ? [{ rating: shown.rating, created_at }] : [];
  });
}

/** Ids of the requests that the user has evaluated, as far as this device knows. */
export function evaluatedRequests(rows: Rows, commands: Commands): Set<string> {
  const requests = new Set(rows.map((row) => row.lesson_request_id));
  for (const command of commands.filter(isSave)) {
    // A write that the replica has caught up with is in the rows, or was deleted since.
    if (isOverlaid(command, 0)) requests.add(command.payload.evaluation.lesson_request_id);
  }
  return requests;
}

/** The user's requests with cancellations applied that the replica does not hold yet. */
export function requestsNow<R extends Versioned<LessonRequestRow>>(
  requests: readonly R[],
  commands: Commands,
  lessons: EvaluationCase['lessons'],
): R[] {
  const firsts = firstLessonTimes(lessons);
  return requests.map((row) => {
    const cancels = commands.filter(isCancel).filter(({ entity }) => entity.id === row.id);
    const firstLessonAt = firsts.get(row.id) ?? Number.POSITIVE_INFINITY;
    return overlaid({ ...row, firstLessonAt }, row.version, cancels, lessonRequestCancel.apply);
  });
}

const isCancel = isOf('lesson_request.cancel');

/** The newest write on a request's evaluation that the server refused, unless a later one succeeded. */
export function refusedSave(requestId: string, commands: Commands): Save | null {
  const last = savesOf(requestId, commands).at(-1);
  return last?.status === 'rejected' ? last : null;
}
