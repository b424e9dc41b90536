/** A user's progress as sums over the rows on this device. Pure. */

import { areContradictory, hasEnded, outcomeOf } from '@/db/lessons/lesson-rules';
import { LESSON_LIMITS, type LessonRow } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { lastMonths, monthOf } from './calendar';
import { type Streak, weekStreak } from './streak';

export interface Rated {
  rating: number;
}

export interface GivenEvaluation extends Rated {
  created_at: string;
}

/** Number of ratings with one, two, three, four, five stars. */
export type StarCounts = readonly [number, number, number, number, number];

export interface Progress {
  /** Requests sent, whatever their state. */
  asked: number;
  /** Accepted requests, whatever came of them. */
  agreed: number;
  /** Lessons that were held. */
  held: number;
  /** Minutes of the held lessons. */
  minutes: number;
  /** Lessons whose time has passed and that do not count yet. */
  open: OpenLessons;
  /** Teachers and styles of the held lessons, the most frequent style first. */
  teachers: number;
  styles: { id: string; lessons: number }[];
  /** The last six months, oldest first; `month` as '2026-11', of the lessons' starts and of the requests. */
  months: { month: string; held: number; asked: number }[];
  streak: Streak;
  given: StarCounts;
}

export interface OpenLessons {
  /** The person has not said yet whether it happened. */
  own: number;
  /** The other side has not. */
  other: number;
  /** The two have said different things. */
  contradictory: number;
}

export const MONTHS = 6;
const DAY = 86_400_000;

type Request = Pick<
  LessonRequestRow,
  'id' | 'side' | 'status' | 'teacher_id' | 'dance_style_id' | 'request_date' | 'answered_at'
>;

export function progressOf(
  requests: readonly Request[],
  lessons: readonly LessonRow[],
  given: readonly GivenEvaluation[],
  now: number,
): Progress {
  const own = requests.filter(({ side }) => side === 'student');
  const agreed = own.filter(({ status }) => status === 'Aceito');
  const answered = agreed.map((one) => one.answered_at ?? one.request_date);
  const requestOf = new Map(own.map((one) => [one.id, one]));
  const mine = lessons.filter(({ side }) => side === 'student');
  const held = mine.flatMap(({ status, agreed: terms, request_id }) =>
    status === 'held' && terms ? [{ ...terms, request: requestOf.get(request_id) }] : [],
  );
  const asks = held.flatMap(({ request }) => (request ? [request] : []));
  const perMonth = (moments: readonly string[]) => countBy(moments.map((moment) => monthOf(moment) ?? ''));
  const askedIn = perMonth(own.map((one) => one.request_date));
  const heldIn = perMonth(held.map((one) => one.starts_at));
  return {
    asked: own.length,
    agreed: agreed.length,
    held: held.length,
    minutes: held.reduce((sum, { minutes }) => sum + minutes, 0),
    open: openLessons(mine, now),
    teachers: new Set(asks.map((one) => one.teacher_id)).size,
    styles: [...countBy(asks.map((one) => one.dance_style_id))]
      .map(([id, lessons]) => ({ id, lessons }))
      .sort((a, b) => b.lessons - a.lessons || (a.id < b.id ? -1 : 1)),
    months: lastMonths(now, MONTHS).map((month) => ({
      month,
      held: heldIn.get(month) ?? 0,
      asked: askedIn.get(month) ?? 0,
    })),
    streak: weekStreak(
      [
        ...own.map((one) => one.request_date),
        ...answered,
        ...held.map((one) => one.starts_at),
        ...given.map((one) => one.created_at),
      ],
      now,
    ),
    given: starCounts(given),
  };
}

/** Confirmed lessons that are over and about which something can still be said. */
export function openLessons(lessons: readonly LessonRow[], now: number): OpenLessons {
  const open: OpenLessons = { own: 0, other: 0, contradictory: 0 };
  for (const lesson of lessons) {
    const { status, agreed } = lesson;
    if (status !== 'confirmed' || !agreed || !hasEnded(lesson, now)) continue;
    if (Date.parse(agreed.starts_at) < now - LESSON_LIMITS.outcomeDays * DAY) continue;
    const own = outcomeOf(lesson, lesson.side);
    if (areContradictory(lesson)) open.contradictory += 1;
    else if (own === null) open.own += 1;
    else open.other += 1;
  }
  return open;
}

export function starCounts(items: readonly Rated[]): StarCounts {
  const of = (stars: number) => items.filter(({ rating }) => rating === stars).length;
  return [of(1), of(2), of(3), of(4), of(5)];
}

/** 1 to 5; null without ratings. */
export function average(counts: StarCounts): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return total === 0 ? null : stars / total;
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
