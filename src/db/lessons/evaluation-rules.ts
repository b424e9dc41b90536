/**
 * Who may evaluate, what of it can change, and from when one is invited. Pure. `app.evaluation_right` decides the same for
 * the server (…_evaluations.sql); tests/database/lessons/evaluation-differential.test.ts holds one against the other
 * in every state.
 *
 * RIGHT. The two people of a request that was accepted may evaluate each other while both have accounts. Lessons that have
 * ended keep 'Aceito'. Neither a cancel, an end nor a block takes the right away once a lesson was agreed whose time has
 * come. Of a request that was cancelled earlier only the person who cancelled it and blocks the other may write.
 *
 * CHANGE. An evaluation can be changed at any time. Published with its author's name, it stays with the name.
 *
 * INVITATION. At the end of the first lesson that was held or missed, or seven days after the acceptance. Nobody is invited
 * to evaluate a person whom they block.
 */
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { EvaluationRow, LessonRequestRow } from '@/db/rows/lesson-rows';

const WEEK = 7 * 86_400_000;

export interface EvaluationRight {
  may: 'write' | 'change' | null;
  /** Whether the author may still hide the name. */
  mayHideName: boolean;
  /** Milliseconds since 1970; null where the person is not invited. */
  invitedAt: number | null;
}

export interface EvaluationCase {
  request: Pick<
    LessonRequestRow,
    'id' | 'side' | 'status' | 'answered_at' | 'request_date' | 'cancelled_by' | 'other_name'
  >;
  /** The person's lessons, of other requests too. */
  lessons: readonly Pick<LessonRow, 'request_id' | 'status' | 'agreed'>[];
  /** The person's evaluation of this request. */
  written: Pick<EvaluationRow, 'is_anonymous' | 'first_rating'> | null;
  /** Whether the person blocks the other side. */
  isBlocked: boolean;
}

export function evaluationRight(of: EvaluationCase, now: number): EvaluationRight {
  const { request, written, isBlocked } = of;
  const may = request.other_name === null ? null : written ? 'change' : mayWrite(of, now) ? 'write' : null;
  const isRead = written !== null && !written.is_anonymous && written.first_rating !== null;
  const isInvited = may === 'write' && request.status === 'Aceito' && !isBlocked;
  return { may, mayHideName: !isRead, invitedAt: isInvited ? invitedAt(of) : null };
}

/** Whether the invitation has come. */
export function isInvited({ invitedAt: since }: EvaluationRight, now: number): boolean {
  return since !== null && since <= now;
}

function mayWrite({ request, lessons, isBlocked }: EvaluationCase, now: number): boolean {
  const { id, status, side, answered_at, cancelled_by } = request;
  if (status === 'Aceito') return true;
  if (status !== 'Cancelado' || answered_at === null) return false;
  if (isBlocked && cancelled_by === side) return true;
  return (firstLessonTimes(lessons).get(id) ?? Number.POSITIVE_INFINITY) <= now;
}

/**
 * By request: from when on one of its lessons counts as taken place, in milliseconds since 1970. A confirmed one does from
 * its start, though nobody has said yet how it went; one that was held or missed always has.
 */
export function firstLessonTimes(lessons: EvaluationCase['lessons']): Map<string, number> {
  const times = new Map<string, number>();
  for (const { request_id: id, status, agreed } of lessons) {
    if (!agreed || (status !== 'confirmed' && !wasHeldOrMissed(status))) continue;
    const time = status === 'confirmed' ? Date.parse(agreed.starts_at) : Number.NEGATIVE_INFINITY;
    times.set(id, Math.min(times.get(id) ?? time, time));
  }
  return times;
}

const wasHeldOrMissed = (status: LessonRow['status']) => status === 'held' || status === 'missed';

/** A time that cannot be read never withholds the invitation. */
function invitedAt({ request, lessons }: EvaluationCase): number {
  const week = (Date.parse(request.answered_at ?? request.request_date) || 0) + WEEK;
  const ends = lessons.flatMap(({ request_id, status, agreed }) =>
    request_id === request.id && agreed && wasHeldOrMissed(status)
      ? [Date.parse(agreed.starts_at) + agreed.minutes * 60_000]
      : [],
  );
  return Math.min(week, ...ends);
}
