/** The lessons that a screen shows first. Pure. */
import {
  hasLapsed,
  hasStarted,
  isMyTurn,
  leadingTerms,
  mayTell,
  proposalOf,
} from '@/db/lessons/lesson-rules';
import { isRefused, type ShownLesson } from './lesson-overlay';
import type { ShownRequest } from './overlay';

/** Number of lessons of a request that are shown before the link to all. */
const SHOWN = 3;

/**
 * Lessons that need this person, then those to come; beside them the lessons whose outcome is open, and the one that the address
 * names. Without any, the last ones.
 */
export function shownFirst(
  lessons: readonly ShownLesson[],
  now: number,
  named: string | null,
): ShownLesson[] {
  const due = lessons.filter((lesson) => isMyTurn(lesson, now));
  const coming = lessons.filter((lesson) =>
    lesson.status === 'confirmed'
      ? !hasStarted(lesson, now)
      : lesson.status === 'proposed' && !hasLapsed(lesson, now),
  );
  const chosen = new Set([...lessons.filter(isRefused), ...due, ...coming].slice(0, SHOWN));
  // A told outcome stays in sight, to be corrected, until the lesson has ended.
  for (const lesson of lessons.filter((one) => mayTell(one, now)).slice(-SHOWN)) chosen.add(lesson);
  for (const lesson of lessons) if (lesson.id === named) chosen.add(lesson);
  if (chosen.size === 0) for (const lesson of lessons.slice(-SHOWN)) chosen.add(lesson);
  return lessons.filter((lesson) => chosen.has(lesson));
}

/** Whether the lesson was still to come when its request ended, and went with it. */
export function wentWithRequest(
  lesson: ShownLesson,
  request: Pick<ShownRequest, 'ended_at' | 'cancelled_at'> | undefined,
): boolean {
  const end = request?.ended_at ?? request?.cancelled_at ?? null;
  return lesson.status === 'called_off' && end !== null && !hasStarted(lesson, Date.parse(end));
}

/** Whether this person has to do something about the lesson. */
export function needsMe(lesson: ShownLesson, now: number): boolean {
  return isRefused(lesson) || (leadingTerms(lesson) !== null && isMyTurn(lesson, now));
}

/** One lesson for each question: what was proposed for several lessons of a series by one command is answered once. */
export function firstOfEach(lessons: readonly ShownLesson[]): ShownLesson[] {
  const seen = new Set<string>();
  return lessons.filter((lesson) => {
    const key = questionOf(lesson);
    return !seen.has(key) && seen.add(key);
  });
}

function questionOf(lesson: ShownLesson): string {
  const { id, proposed_last } = lesson;
  if (isRefused(lesson)) return id;
  // The lessons of one command have proposals with one id.
  return (proposed_last && proposalOf(lesson, proposed_last)?.id) || id;
}
