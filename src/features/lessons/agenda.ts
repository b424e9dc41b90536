/** The lessons of a person by day and week. Pure. */

import { areContradictory, hasLapsed, isMyTurn, leadingTerms } from '@/db/lessons/lesson-rules';
import type { LessonRow } from '@/db/rows/lesson-fields';
import { wallTimeAt } from '@/lib/wall-time';

const DAY = 86_400_000;

export interface AgendaDay<L> {
  /** 'YYYY-MM-DD', in the lesson's zone. */
  date: string;
  lessons: L[];
}

/** Whether the lesson is still to come, or waits for this person. */
export function isComing(lesson: LessonRow, now: number): boolean {
  if (lesson.status === 'called_off' || lesson.status === 'held' || lesson.status === 'missed') return false;
  if (isMyTurn(lesson, now)) return true;
  const terms = leadingTerms(lesson);
  return (
    terms !== null && !hasLapsed(lesson, now) && Date.parse(terms.starts_at) + terms.minutes * 60_000 > now
  );
}

/** Lessons in their order, grouped by the day of their time. */
export function byDay<L extends LessonRow>(lessons: readonly L[]): AgendaDay<L>[] {
  const days: AgendaDay<L>[] = [];
  for (const lesson of lessons) {
    const date = leadingTerms(lesson)?.starts_local.slice(0, 10) ?? '';
    const last = days.at(-1);
    if (last?.date === date) last.lessons.push(lesson);
    else days.push({ date, lessons: [lesson] });
  }
  return days;
}

/** A lesson's state in one word for the week, where it is not simply confirmed. */
export function weekMark(lesson: LessonRow, now: number): string | null {
  if (areContradictory(lesson)) return 'Divergência';
  if (isMyTurn(lesson, now)) return 'Responda';
  if (lesson.status === 'held') return 'Aconteceu';
  if (lesson.status === 'missed') return 'Falta';
  if (hasLapsed(lesson, now)) return 'Venceu';
  return lesson.status === 'proposed' ? 'Proposta' : null;
}

/** The Monday of the week, `away` weeks from the present one, 'YYYY-MM-DD'. */
export function mondayOf(now: number, zone: string, away: number): string {
  const today = Date.parse(`${wallTimeAt(now, zone).slice(0, 10)}T00:00Z`);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  return dateAt(today - weekday * DAY + away * 7 * DAY);
}

/** Seven dates from a Monday on, with the lessons that are not called off. */
export function weekFrom<L extends LessonRow>(monday: string, lessons: readonly L[]): AgendaDay<L>[] {
  const first = Date.parse(`${monday}T00:00Z`);
  return Array.from({ length: 7 }, (_, place) => {
    const date = dateAt(first + place * DAY);
    const ofDay = lessons.filter(
      (lesson) => lesson.status !== 'called_off' && leadingTerms(lesson)?.starts_local.slice(0, 10) === date,
    );
    return { date, lessons: ofDay };
  });
}

const dateAt = (time: number) => new Date(time).toISOString().slice(0, 10);
