/**
 * Lessons at the same time. Two people neither propose nor confirm a time that overlaps another lesson of theirs,
 * proposed or confirmed, and a lesson is not confirmed where one of them has another one confirmed, with whomever. Pure.
 * `app.time_clashes` decides the same for the server (…_lesson_agreements.sql), which also knows the other person's lessons;
 * tests/database/lessons/lesson-times-differential.test.ts holds one against the other.
 */
import type { LessonRow, TimedTerms } from '@/db/rows/lesson-fields';
import { isOpenLesson } from './lesson-rules';

type Time = Pick<TimedTerms, 'starts_at' | 'minutes'>;

/** A time that a lesson is to get. */
export interface WantedTime extends Time {
  lessonId: string;
}

/** The hint of a refusal, as the server gives it. */
export type TimeFault = 'lesson_doubled' | 'time_taken';

export interface KnownLessons {
  rows: readonly LessonRow[];
  /** Whether a lesson is between the same two people as those that get a time. */
  isPair(row: LessonRow): boolean;
  /** Milliseconds since 1970. */
  now: number;
}

const endOf = ({ starts_at, minutes }: Time) => Date.parse(starts_at) + minutes * 60_000;

const overlap = (a: Time, b: Time) =>
  Date.parse(a.starts_at) < endOf(b) && Date.parse(b.starts_at) < endOf(a);

/** The times of a lesson that goes on or is to come: the agreed one, and proposals that can still be confirmed. */
function openTimes(row: LessonRow, now: number): { agreed: Time[]; proposed: Time[] } {
  const { status, agreed, student_proposal, teacher_proposal } = row;
  const proposals = [student_proposal, teacher_proposal].filter((one) => one !== null);
  return {
    agreed: status === 'confirmed' && agreed && endOf(agreed) > now ? [agreed] : [],
    proposed: isOpenLesson(row, now) ? proposals.filter(({ starts_at }) => Date.parse(starts_at) > now) : [],
  };
}

/** Of lessons that get a time together, those whose time overlaps one of another lesson; by id. */
export function timeClashes(
  wanted: readonly WantedTime[],
  { rows, isPair, now }: KnownLessons,
): Map<string, TimeFault> {
  const changing = new Set(wanted.map(({ lessonId }) => lessonId));
  const clashes = new Map<string, TimeFault>();
  for (const row of rows) {
    if (changing.has(row.id)) continue;
    const { agreed, proposed } = openTimes(row, now);
    const isOfPair = isPair(row);
    const times = isOfPair ? [...agreed, ...proposed] : agreed;
    if (times.length === 0) continue;
    for (const one of wanted) {
      if (clashes.get(one.lessonId) === 'lesson_doubled' || !times.some((time) => overlap(time, one)))
        continue;
      clashes.set(one.lessonId, isOfPair ? 'lesson_doubled' : 'time_taken');
    }
  }
  return clashes;
}

/**
 * The ids of those that can be confirmed; the others stay as they are. A fault where the lesson `named` by the command is
 * not among them. A lesson that is not confirmed keeps its time, which may be the new one of another.
 */
export function singleLessons(
  wanted: readonly WantedTime[],
  named: string,
  known: KnownLessons,
): TimeFault | string[] {
  let left = wanted;
  for (;;) {
    const clashes = timeClashes(left, known);
    const fault = clashes.get(named);
    if (fault) return fault;
    if (clashes.size === 0) return left.map(({ lessonId }) => lessonId);
    left = left.filter(({ lessonId }) => !clashes.has(lessonId));
  }
}
