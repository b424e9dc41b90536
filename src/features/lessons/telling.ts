/** The message by which a person tells somebody where and with whom the lesson is. Pure. */

import { hasLapsed } from '@/db/lessons/lesson-rules';
import type { LessonRow, RequestSide, TimedTerms } from '@/db/rows/lesson-fields';
import { spokenStart } from '@/db/words/lesson-words';

/** Milliseconds after its end for which a lesson is still the one to tell of. */
const STILL = 3 * 60 * 60_000;

/** The terms that count now: the agreed ones, else the latest proposal. */
function termsOf({
  agreed,
  student_proposal,
  teacher_proposal,
  proposed_last,
}: LessonRow): TimedTerms | null {
  return agreed ?? (proposed_last === 'student' ? student_proposal : teacher_proposal);
}

/** The lesson of this request that is next or has just been; null without one. `now`: milliseconds since 1970. */
export function lessonToTell(
  lessons: readonly LessonRow[],
  requestId: string,
  now: number,
): TimedTerms | null {
  const coming = lessons
    .filter(({ request_id, status }) => request_id === requestId && status !== 'called_off')
    .filter((lesson) => !hasLapsed(lesson, now))
    .flatMap((lesson) => termsOf(lesson) ?? [])
    .filter(({ starts_at, minutes }) => Date.parse(starts_at) + minutes * 60_000 + STILL > now)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return coming[0] ?? null;
}

interface Told {
  side: RequestSide;
  /** Name of the other person. */
  other: string;
  style: string;
  lesson: TimedTerms | null;
  /** Absolute address of the teacher's public page; null when the other person is the student. */
  address: string | null;
}

export function tellingText({ side, other, style, lesson, address }: Told): string {
  const doing = side === 'student' ? `Vou ter aula de ${style} com` : `Vou dar aula de ${style} para`;
  const lines = lesson
    ? [
        `${doing} ${other}: ${spokenStart(lesson.starts_local)}.`,
        lesson.place === null ? 'O lugar ainda não está combinado.' : `Lugar: ${lesson.place}.`,
      ]
    : [`Estou combinando aulas de ${style} com ${other}. Quando tiver dia e lugar, eu conto.`];
  if (address !== null) lines.push(`A página no Danceflix: ${address}`);
  lines.push('Se eu não der notícias depois da aula, me ligue.');
  return lines.join('\n');
}
