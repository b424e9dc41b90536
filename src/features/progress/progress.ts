/** A user's progress as sums over the rows on this device. Pure. */
import type { LessonRequestRow } from '@/db/rows';
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
  /** Accepted requests: lessons that were agreed on. */
  agreed: number;
  teachers: number;
  /** Of the agreed lessons, the most frequent style first. */
  styles: { id: string; lessons: number }[];
  /** The last six months, oldest first; `month` as '2026-11'. */
  months: { month: string; agreed: number; asked: number }[];
  streak: Streak;
  given: StarCounts;
}

export const MONTHS = 6;

type Request = Pick<
  LessonRequestRow,
  'side' | 'status' | 'teacher_id' | 'dance_style_id' | 'request_date' | 'answered_at'
>;

export function progressOf(
  requests: readonly Request[],
  given: readonly GivenEvaluation[],
  now: number,
): Progress {
  const own = requests.filter(({ side }) => side === 'student');
  const agreed = own.filter(({ status }) => status === 'Aceito');
  const answered = agreed.map((one) => one.answered_at ?? one.request_date);
  const perMonth = (moments: readonly string[]) => countBy(moments.map((moment) => monthOf(moment) ?? ''));
  const [askedIn, agreedIn] = [perMonth(own.map((one) => one.request_date)), perMonth(answered)];
  return {
    asked: own.length,
    agreed: agreed.length,
    teachers: new Set(agreed.map((one) => one.teacher_id)).size,
    styles: [...countBy(agreed.map((one) => one.dance_style_id))]
      .map(([id, lessons]) => ({ id, lessons }))
      .sort((a, b) => b.lessons - a.lessons || (a.id < b.id ? -1 : 1)),
    months: lastMonths(now, MONTHS).map((month) => ({
      month,
      agreed: agreedIn.get(month) ?? 0,
      asked: askedIn.get(month) ?? 0,
    })),
    streak: weekStreak(
      [...own.map((one) => one.request_date), ...answered, ...given.map((one) => one.created_at)],
      now,
    ),
    given: starCounts(given),
  };
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
