/**
 * The effect of each command on a lesson, and the side that has to act; see lesson-fields.ts. Pure. The screens' optimistic effects are
 * made of these, and tests compare them with the procedures in …_lesson_agreements.sql.
 */

import type { RequestSide } from '@/db/rows/lesson-fields';
import {
  LESSON_LIMITS,
  type LessonOutcome,
  type LessonProposal,
  type LessonRow,
  type LessonScope,
  type LessonTerms,
  type NamedLesson,
  type TimedTerms,
} from '@/db/rows/lesson-fields';
import { instantOf, weeksLater } from '@/lib/wall-time';

const DAY = 86_400_000;

/** The hint of a refusal, as the server gives it. */
export type LessonFault =
  | 'lesson_over'
  | 'lesson_started'
  | 'start_passed'
  | 'proposal_changed'
  | 'lesson_not_confirmed'
  | 'lesson_not_started'
  | 'lesson_not_ended'
  | 'too_late';

/** The lesson afterwards, or why the command changes nothing. `now`: milliseconds since 1970. */
export type Ruling<R extends LessonRow> = R | LessonFault;

export const otherSide = (side: RequestSide): RequestSide => (side === 'student' ? 'teacher' : 'student');

const PROPOSAL = { student: 'student_proposal', teacher: 'teacher_proposal' } as const;
const OUTCOME = { student: 'student_outcome', teacher: 'teacher_outcome' } as const;

export const proposalOf = (row: LessonRow, side: RequestSide): LessonProposal | null => row[PROPOSAL[side]];
export const outcomeOf = (row: LessonRow, side: RequestSide): LessonOutcome | null => row[OUTCOME[side]];

const hasPassed = ({ starts_at }: TimedTerms, now: number) => Date.parse(starts_at) <= now;

/** Whether a confirmed lesson has begun. */
export function hasStarted({ agreed }: LessonRow, now: number): boolean {
  return agreed !== null && hasPassed(agreed, now);
}

/** Whether a confirmed lesson is over: only then it can have been held. */
export function hasEnded({ agreed }: LessonRow, now: number): boolean {
  return agreed !== null && Date.parse(agreed.starts_at) + agreed.minutes * 60_000 <= now;
}

/** Whether the two can still agree on something about it. */
export function isOpenLesson(row: LessonRow, now: number): boolean {
  return row.status === 'proposed' || (row.status === 'confirmed' && !hasStarted(row, now));
}

function openFault(row: LessonRow, now: number): LessonFault | null {
  if (row.status !== 'proposed' && row.status !== 'confirmed') return 'lesson_over';
  return isOpenLesson(row, now) ? null : 'lesson_started';
}

/** Whether a command that names a lesson is about this one too. */
export function isMeant(
  row: LessonRow,
  { lessonId, seriesId, index, scope }: NamedLesson & { scope: LessonScope },
  now: number,
): boolean {
  if (row.id === lessonId) return true;
  if (scope !== 'following' || index === null || row.series_index === null) return false;
  return row.series_id === seriesId && row.series_index > index && isOpenLesson(row, now);
}

/** Terms with their instant, a number of weeks later. */
export function timed(terms: LessonTerms, weeks = 0): TimedTerms {
  const starts_local = weeksLater(terms.starts_local, weeks);
  return { ...terms, starts_local, starts_at: new Date(instantOf(starts_local, terms.zone)).toISOString() };
}

export function proposeTerms<R extends LessonRow>(
  row: R,
  side: RequestSide,
  proposal: LessonProposal,
  now: number,
): Ruling<R> {
  const fault = openFault(row, now) ?? (hasPassed(proposal, now) ? 'start_passed' : null);
  return fault ?? { ...row, [PROPOSAL[side]]: proposal, proposed_last: side };
}

export function confirmTerms<R extends LessonRow>(
  row: R,
  side: RequestSide,
  proposalId: string,
  now: number,
): Ruling<R> {
  const fault = openFault(row, now);
  if (fault) return fault;
  const proposal = proposalOf(row, otherSide(side));
  if (proposal?.id !== proposalId) return 'proposal_changed';
  if (hasPassed(proposal, now)) return 'start_passed';
  const { id: _, proposed_at: __, ...agreed } = proposal;
  return {
    ...row,
    status: 'confirmed',
    agreed,
    student_proposal: null,
    teacher_proposal: null,
    proposed_last: null,
  };
}

export function withdrawTerms<R extends LessonRow>(row: R, side: RequestSide, proposalId: string): Ruling<R> {
  if (row.status !== 'proposed' && row.status !== 'confirmed') return 'lesson_over';
  if (proposalOf(row, side)?.id !== proposalId) return 'proposal_changed';
  const other = otherSide(side);
  const remaining = proposalOf(row, other) ? other : null;
  if (row.status === 'proposed' && !remaining) return { ...row, status: 'called_off', called_off_by: side };
  return { ...row, [PROPOSAL[side]]: null, proposed_last: remaining };
}

export function callOff<R extends LessonRow>(row: R, side: RequestSide, now: number): Ruling<R> {
  return openFault(row, now) ?? { ...row, status: 'called_off', called_off_by: side };
}

export function tellOutcome<R extends LessonRow>(
  row: R,
  side: RequestSide,
  outcome: LessonOutcome,
  now: number,
): Ruling<R> {
  if (row.status === 'proposed') return 'lesson_not_confirmed';
  if (row.status !== 'confirmed' || !row.agreed) return 'lesson_over';
  const start = Date.parse(row.agreed.starts_at);
  if (start > now) return 'lesson_not_started';
  if (outcome === 'held' && !hasEnded(row, now)) return 'lesson_not_ended';
  if (start < now - LESSON_LIMITS.outcomeDays * DAY) return 'too_late';
  const agrees = outcomeOf(row, otherSide(side)) === outcome;
  const status = agrees ? (outcome === 'held' ? 'held' : 'missed') : row.status;
  return { ...row, [OUTCOME[side]]: outcome, status };
}

/** Whether it can be said, or said again, how the lesson went; that it was held only after its end. */
export function mayTell({ status, agreed }: LessonRow, now: number): boolean {
  if (status !== 'confirmed' || !agreed) return false;
  const start = Date.parse(agreed.starts_at);
  return start <= now && start >= now - LESSON_LIMITS.outcomeDays * DAY;
}

/** Whether the two have told different things about how the lesson went. */
export function areContradictory({ student_outcome, teacher_outcome }: LessonRow): boolean {
  return student_outcome !== null && teacher_outcome !== null && student_outcome !== teacher_outcome;
}

/** Whether every proposed time has passed without an answer. */
export function hasLapsed(row: LessonRow, now: number): boolean {
  const open = [row.student_proposal, row.teacher_proposal].filter((one) => one !== null);
  return row.status === 'proposed' && open.every((one) => hasPassed(one, now));
}

/** The side that has to act; null: neither has to. */
export function toAct(row: LessonRow, now: number): RequestSide | 'both' | null {
  if (row.status === 'proposed' || (row.status === 'confirmed' && !hasStarted(row, now))) {
    if (row.proposed_last === null || hasLapsed(row, now)) return null;
    return otherSide(row.proposed_last);
  }
  if (!mayTell(row, now) || !hasEnded(row, now)) return null;
  const { student_outcome, teacher_outcome } = row;
  if (student_outcome === null && teacher_outcome === null) return 'both';
  if (student_outcome === null) return 'student';
  return teacher_outcome === null ? 'teacher' : null;
}

/** Whether the person whose row this is has to act. */
export function isMyTurn(row: LessonRow, now: number): boolean {
  const who = toAct(row, now);
  return who === 'both' || who === row.side;
}

/** The terms to show first: the agreed ones, else the latest proposal. */
export function leadingTerms(row: LessonRow): TimedTerms | null {
  if (row.agreed) return row.agreed;
  const latest = row.proposed_last ? proposalOf(row, row.proposed_last) : null;
  return latest ?? row.student_proposal ?? row.teacher_proposal;
}

/** Soonest first; lessons without any time come last. */
export function bySoonest(a: LessonRow, b: LessonRow): number {
  const time = (row: LessonRow) => Date.parse(leadingTerms(row)?.starts_at ?? '') || Number.POSITIVE_INFINITY;
  const [first, second] = [time(a), time(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The next confirmed lesson, which stays next until its end. */
export function nextLesson<R extends LessonRow>(rows: readonly R[], now: number): R | null {
  const coming = rows.filter(
    ({ status, agreed }) =>
      status === 'confirmed' && agreed && Date.parse(agreed.starts_at) + agreed.minutes * 60_000 > now,
  );
  return coming.sort(bySoonest)[0] ?? null;
}
