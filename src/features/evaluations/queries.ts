/** Reads of the user's own evaluations: from the device, offline too. */
import { useMemo } from 'react';
import { type EvaluationRight, evaluationRight } from '@/db/lessons/evaluation-rules';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';
import type { Versioned } from '@/db/rows/row-check';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import type { CommandOf } from '@/outbox/stored-command';
import { MISSED, ownStatus, useMissed, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence, Query } from '@/reads/query';
import { useHidden } from '@/reads/use-hidden';
import {
  evaluatedRequests,
  isOnServer,
  refusedSave,
  requestsNow,
  type ShownEvaluation,
  savesOf,
  shownEvaluation,
  writtenEvaluations,
} from './overlay';
import { type PendingEvaluation, pendingEvaluations } from './pending';

export type OwnEvaluation = Versioned<EvaluationRow>;

const NONE: OwnEvaluation[] = [];

/** The evaluations that the user wrote, as the server last returned them, without queued writes. */
export function useOwnEvaluations(): ListQuery<OwnEvaluation, OwnAbsence> {
  const own = useOwnRows();
  const { userId, rows } = own;
  const data = userId === null ? NONE : (rows?.evaluations ?? NONE);
  return { status: ownStatus(own, rows?.evaluationsKnown === true), data };
}

/** Ratings that the user gave, queued ones included. */
export function useWrittenEvaluations(): ListQuery<{ rating: number; created_at: string }, OwnAbsence> {
  const { status, data: rows } = useOwnEvaluations();
  const ready = useOutboxReady();
  const commands = useOverlay('lesson_evaluations');
  const items = useMemo(() => writtenEvaluations(rows, commands), [rows, commands]);
  return { status: status === 'ready' && !ready ? 'loading' : status, data: items };
}

export interface OwnEvaluationState {
  /** With queued writes applied; null before there is one. */
  evaluation: ShownEvaluation | null;
  /** Whether the server has the evaluation, so that saving changes it. */
  onServer: boolean;
  /** The last write, while it is being sent or newly delivered. */
  last: CommandOf<'evaluation.save'> | null;
  /** The evaluated person's reply, and the public id by which the reply is reported. */
  reply: { id: string; text: string } | null;
  /** The stars with which others first read it; null before. */
  firstRating: number | null;
  /** The write that the server refused, for the form to correct. */
  refused: CommandOf<'evaluation.save'> | null;
}

/** The user's evaluation of a request. */
export function useOwnEvaluation(
  requestId: string,
): Query<OwnEvaluationState, OwnAbsence, OwnEvaluationState> {
  const { status, data: items } = useOwnEvaluations();
  const ready = useOutboxReady();
  const commands = useOverlay('lesson_evaluations');
  const data = useMemo(
    () => ({
      evaluation: shownEvaluation(requestId, items, commands),
      firstRating: items.find((one) => one.lesson_request_id === requestId)?.first_rating ?? null,
      onServer: isOnServer(requestId, items, commands),
      last: savesOf(requestId, commands).at(-1) ?? null,
      reply: replyTo(items.find((one) => one.lesson_request_id === requestId)),
      refused: refusedSave(requestId, commands),
    }),
    [requestId, items, commands],
  );
  return { status: status === 'ready' && !ready ? 'loading' : status, data };
}

const replyTo = (row: OwnEvaluation | undefined) =>
  row?.reply && row.reply_id ? { id: row.reply_id, text: row.reply } : null;

/**
 * The requests that the user is invited to evaluate at `now`, with queued evaluations and cancellations applied. Ready
 * only when the lists are known.
 */
export function usePendingEvaluations(now: number): ListQuery<PendingEvaluation, OwnAbsence> {
  const own = useOwnRows();
  const { userId, rows } = own;
  const outboxReady = useOutboxReady();
  const commands = useOverlay('lesson_evaluations');
  const onRequests = useOverlay('lesson_requests');
  const blocked = useHidden();
  const known = rows?.lessonRequestsKnown === true && rows.evaluationsKnown && rows.lessonsKnown;
  const items = useMemo(() => {
    if (userId === null || !rows || !known) return [];
    const { lessons, lessonRequests, evaluations } = rows;
    const evaluated = evaluatedRequests(evaluations, commands);
    const requests = requestsNow(lessonRequests, onRequests, lessons);
    return pendingEvaluations(userId, requests, { lessons, evaluated, blocked }, now);
  }, [userId, rows, known, commands, onRequests, now, blocked]);
  const status = ownStatus(own, known);
  return { status: status === 'ready' && !outboxReady ? 'loading' : status, data: items };
}

export interface EvaluatedRequest {
  request: Versioned<LessonRequestRow>;
  right: EvaluationRight;
}

export type EvaluatedRequestQuery = Query<EvaluatedRequest, OwnAbsence | 'missing'>;

/** The request that an evaluation is about, and the user's right at `now`. 'missing': the user has no such request. */
export function useEvaluatedRequest(requestId: string, now: number): EvaluatedRequestQuery {
  const { userId, rows } = useOwnRows();
  const onRequests = useOverlay('lesson_requests');
  const blocked = useHidden();
  const stored = rows?.lessonRequests.find((one) => one.id === requestId);
  const isMissed = !stored && rows?.lessonRequestsKnown === true;
  const missed = useMissed(isMissed ? requestId : null, 'lesson_requests');
  if (stored && rows) {
    const { lessons, evaluations } = rows;
    const request = requestsNow([stored], onRequests, lessons)[0] ?? stored;
    const written = evaluations.find((one) => one.lesson_request_id === requestId) ?? null;
    const isBlocked = blocked.has(request.side === 'student' ? request.teacher_id : request.student_id);
    const right = evaluationRight({ request, lessons, written, isBlocked }, now);
    return { status: 'ready', data: { request, right } };
  }
  if (userId === null) return { status: 'signed-out', data: null };
  if (isMissed) return { status: MISSED[missed], data: null };
  return { status: rows?.failed ? 'failed' : 'loading', data: null };
}
