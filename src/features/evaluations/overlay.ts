/** Own evaluations with the writes on them that the replica does not hold yet. Pure. */
import type { EvaluationRow, Versioned } from '@/db/rows';
import type { StoredCommand } from '@/outbox/command';
import type { EvaluationSave } from '@/outbox/commands/evaluation-save';
import { caughtUp, isOverlaid } from '@/outbox/overlay';

/** The table as the outbox's entities name it. */
export const EVALUATIONS = 'lesson_evaluations';

/** What is on the screen of one own evaluation. */
export interface ShownEvaluation {
  id: string;
  lesson_request_id: string;
  rating: number;
  comment: string | null;
  is_anonymous: boolean;
}

type Rows = readonly Versioned<EvaluationRow>[];
type Commands = readonly StoredCommand[];

export const evaluationIn = ({ payload }: StoredCommand) => (payload as EvaluationSave).evaluation;

const isSave = ({ kind }: StoredCommand) => kind === 'evaluation.save';

/** The writes on the evaluation of one request: there is one a request, whatever its id. */
export function savesOf(requestId: string, commands: Commands): StoredCommand[] {
  return commands.filter((one) => isSave(one) && evaluationIn(one).lesson_request_id === requestId);
}

/** One's evaluation of a request; null before there is one. */
export function shownEvaluation(requestId: string, rows: Rows, commands: Commands): ShownEvaluation | null {
  const row = rows.find((one) => one.lesson_request_id === requestId);
  const last = savesOf(requestId, commands)
    .filter((one) => isOverlaid(one, row?.version ?? 0))
    .at(-1);
  if (!last) return row ?? null;
  // Another phone's evaluation keeps its id: the server changes that one.
  return { ...evaluationIn(last), id: row?.id ?? evaluationIn(last).id };
}

/** When the person gave which stars, with what is queued on this phone. In no order. */
export function writtenEvaluations(rows: Rows, commands: Commands): { rating: number; created_at: string }[] {
  const known = new Map(rows.map((row) => [row.lesson_request_id, row.created_at]));
  const queued = commands.filter((one) => isSave(one) && isOverlaid(one, 0));
  for (const command of queued) {
    const { lesson_request_id: id } = evaluationIn(command);
    if (!known.has(id)) known.set(id, new Date(command.createdAt).toISOString());
  }
  return [...known].flatMap(([id, created_at]) => {
    const shown = shownEvaluation(id, rows, commands);
    return shown ? [{ rating: shown.rating, created_at }] : [];
  });
}

/** Requests that the person has evaluated, as far as this phone knows. */
export function evaluatedRequests(rows: Rows, commands: Commands): Set<string> {
  const requests = new Set(rows.map((row) => row.lesson_request_id));
  for (const command of commands) {
    // Delivered for good is in the rows, or was taken away since.
    if (isSave(command) && isOverlaid(command, 0)) requests.add(evaluationIn(command).lesson_request_id);
  }
  return requests;
}

/** The newest write of a request that the server refused, unless a later one went well. */
export function refusedSave(requestId: string, commands: Commands): StoredCommand | null {
  const last = savesOf(requestId, commands).at(-1);
  return last?.status === 'rejected' ? last : null;
}

/** Ids of delivered ones that the replica holds. */
export function arrivedInReplica(rows: Rows, commands: Commands): string[] {
  return rows.flatMap((row) => caughtUp(savesOf(row.lesson_request_id, commands), row.version));
}
