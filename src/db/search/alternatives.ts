/**
 * The teachers to ask besides a silent one. Equals public.request_alternatives, which says the rule and is asked while
 * this phone's listings are incomplete. Pure.
 */

import { isForMinor } from '@/db/lessons/guardian-terms';
import { DAY_KEYS, slotBits, slotOf, TIME_KEYS } from '@/db/rows/availability';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { CHECK_LETTERS } from '@/db/rows/listed-checks';
import type { ListingEntry } from './entry';
import type { SearchIndex } from './search-index';
import { isChecked } from './search-rules';

export const ALTERNATIVES = 3;

type Request = Pick<
  LessonRequestRow,
  'teacher_id' | 'dance_style_id' | 'preferred_days' | 'preferred_times' | 'guardian_terms'
>;

interface Situation {
  index: SearchIndex;
  /** All of the student's own requests, unsent ones included. */
  own: readonly Pick<LessonRequestRow, 'teacher_id' | 'dance_style_id'>[];
  /** Whom the student has blocked. */
  hidden: ReadonlySet<string>;
  /** The student's city. */
  cityId: string | null;
  /** The day in São Paulo, in days since 1970 (listed-checks.ts). */
  today: number;
}

/** Ids, the best first. */
export function alternativesTo(request: Request, { index, own, hidden, cityId, today }: Situation): string[] {
  const city = index.byId(request.teacher_id)?.cityId ?? cityId;
  if (city === null) return [];
  const style = request.dance_style_id;
  const asked = own.filter((one) => one.dance_style_id === style).map((one) => one.teacher_id);
  const query = {
    name: '',
    cityIds: new Set([city]),
    styleIds: new Set([style]),
    without: new Set([...hidden, ...asked]),
  };
  const wished = wishedBits(request);
  return index
    .search(query, 0, index.size)
    .entries.filter((entry) => !isForMinor(request) || mayTeachMinors(entry, today))
    .map((entry) => ({ id: entry.id, fit: fitOf(entry, wished), stars: stars(entry) }))
    .filter(({ fit }) => fit !== null)
    .sort((a, b) => Number(a.fit) - Number(b.fit) || b.stars - a.stars)
    .slice(0, ALTERNATIVES)
    .map(({ id }) => id);
}

/** The wished times as bits; null for any. */
function wishedBits({ preferred_days, preferred_times }: Request): number | null {
  if (preferred_days.length + preferred_times.length === 0) return null;
  const days = DAY_KEYS.filter((day) => preferred_days.length === 0 || preferred_days.includes(day));
  const times = TIME_KEYS.filter((time) => preferred_times.length === 0 || preferred_times.includes(time));
  return slotBits(days.flatMap((day) => times.map((time) => slotOf(day, time))));
}

/** 0: offers a wished time. 1: says nothing about times. null: offers other times only. */
function fitOf({ slots }: ListingEntry, wished: number | null): 0 | 1 | null {
  if (wished === null || (slots & wished) !== 0) return 0;
  return slots === 0 ? 1 : null;
}

/** Only teachers whose check of background holds are asked for a person under age. */
const mayTeachMinors = ({ checks }: ListingEntry, today: number): boolean =>
  isChecked(checks, CHECK_LETTERS.background, today);

/** The average in hundredths, as if there were five more evaluations of four stars. */
function stars({ face: [, , , , average, count] }: ListingEntry): number {
  return Math.floor((Math.round((average ?? 0) * 100) * count + 2000) / (count + 5));
}
