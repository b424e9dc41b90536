/** Finds lessons at the same time before a proposal or a confirmation is sent, and says them. Pure. */

import { isMeant, otherSide, proposalOf, timed } from '@/db/lessons/lesson-rules';
import { type KnownLessons, singleLessons, type TimeFault, timeClashes } from '@/db/lessons/lesson-times';
import { type LessonRow, type LessonScope, lessonIdOf, namedLesson } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { type LessonDraft, termsOf, weeksOf } from './lesson-draft';
import { refusedPropose, type ShownLesson } from './lesson-overlay';
import { dateText } from './lesson-texts';

const WORDS: Record<TimeFault, string> = {
  lesson_doubled: 'Vocês dois já têm uma aula nesse horário',
  time_taken: 'Você já tem outra aula confirmada nesse horário',
};

type Pair = Pick<LessonRequestRow, 'id' | 'student_id' | 'teacher_id'>;

/**
 * The lessons that a new time for one of the request is compared with. `blocked`: ids of persons whose lessons with this
 * person take no time, since a block ends them. `now`: milliseconds since 1970.
 */
export function knownLessons(
  requestId: string,
  lessons: readonly ShownLesson[],
  requests: readonly Pair[],
  blocked: ReadonlySet<string>,
  now: number,
): KnownLessons {
  const ofBlocked = new Set(
    requests
      .filter(({ student_id, teacher_id }) => blocked.has(student_id) || blocked.has(teacher_id))
      .map(({ id }) => id),
  );
  const own = requests.find(({ id }) => id === requestId);
  const isSamePair = ({ student_id, teacher_id }: Pair) =>
    student_id === own?.student_id && teacher_id === own.teacher_id;
  const ofPair = new Set([requestId, ...requests.filter(isSamePair).map(({ id }) => id)]);
  return {
    // A proposal that the server refused takes no time.
    rows: lessons.filter((lesson) => !refusedPropose(lesson) && !ofBlocked.has(lesson.request_id)),
    isPair: ({ request_id }) => ofPair.has(request_id),
    now,
  };
}

export interface FormClashes {
  /** Said beside the hour: the proposal would be refused. */
  fault?: string;
  /** Places of a series that are left out, since the two have another lesson then. */
  skipped: number[];
  /** Said below the hour: the person's own other lessons, at whose time nothing can be confirmed. */
  note: string | null;
}

/** `lesson`: the one that gets another time; none: a new one, or a refused proposal that is written anew. */
export function formClashes(
  draft: LessonDraft,
  zone: string,
  lesson: ShownLesson | undefined,
  known: KnownLessons,
): FormClashes {
  const terms = termsOf(draft, zone);
  const weeks = weeksOf(draft) ?? 1;
  const wanted = lesson
    ? meantRows(lesson, draft.scope, known).map((row) => ({
        ...timed(terms, (row.series_index ?? 0) - (lesson.series_index ?? 0)),
        lessonId: row.id,
      }))
    : Array.from({ length: weeks }, (_, place) => ({
        ...timed(terms, place),
        lessonId: weeks === 1 ? draft.id : lessonIdOf(draft.id, place),
      }));
  const clashes = timeClashes(wanted, known);
  const placesWith = (what: TimeFault) =>
    wanted.flatMap(({ lessonId }, place) => (clashes.get(lessonId) === what ? [place] : []));
  const text = (what: TimeFault, places: readonly number[]) => {
    const local = wanted[places[0] ?? 0]?.starts_local;
    return wanted.length > 1 && local ? `${WORDS[what]}: ${dayOf(local, terms.starts_local)}` : WORDS[what];
  };
  const doubled = placesWith('lesson_doubled');
  const taken = placesWith('time_taken');
  // A series is proposed without those weeks; a change is made of all or none.
  const isRefused = lesson ? doubled.length > 0 : doubled[0] === 0;
  return {
    ...(isRefused && { fault: text('lesson_doubled', doubled) }),
    skipped: lesson || isRefused ? [] : doubled,
    note:
      taken.length > 0
        ? `${text('time_taken', taken).replace(/\.$/, '')}. Enquanto ela estiver marcada, esta não pode ser confirmada.`
        : null,
  };
}

export interface ConfirmClashes {
  /** Why it cannot be confirmed; null: it can. */
  fault: string | null;
  /** The days of the following lessons that stay open. */
  open: string[];
}

/** The lessons at the same time as those that a confirmation would confirm. */
export function confirmClashes(
  lesson: ShownLesson,
  proposalId: string,
  scope: LessonScope,
  known: KnownLessons,
): ConfirmClashes {
  const wanted = meantRows(lesson, scope, known).flatMap((row) => {
    const proposal = proposalOf(row, otherSide(lesson.side));
    return proposal?.id === proposalId ? [{ ...proposal, lessonId: row.id }] : [];
  });
  const ids = singleLessons(wanted, lesson.id, known);
  if (typeof ids === 'string') return { fault: `${WORDS[ids]}.`, open: [] };
  const open = wanted.filter(({ lessonId }) => !ids.includes(lessonId));
  return { fault: null, open: open.map(({ starts_local }) => dayOf(starts_local, starts_local)) };
}

function meantRows(lesson: ShownLesson, scope: LessonScope, { rows, now }: KnownLessons): LessonRow[] {
  return rows.filter((row) => isMeant(row, { ...namedLesson(lesson), scope }, now));
}

const dayOf = (local: string, from: string) => dateText(local, from.slice(0, 4));
