/** The unsent form of a lesson: kept on this device until it is queued, one for each request or lesson. */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { leadingTerms, otherSide, proposalOf } from '@/db/lessons/lesson-rules';
import { LESSON_LIMITS, type LessonTerms } from '@/db/rows/lesson-fields';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import { instantOf, isWallTime, weeksLater } from '@/lib/wall-time';
import { refusedPropose, type ShownLesson } from './lesson-overlay';
import { centsOf, priceText } from './lesson-texts';

/** The form's values, as they were typed. */
export interface LessonDraft {
  /** Id of the proposal, so that the same draft sent from two tabs is one. */
  id: string;
  /** 'YYYY-MM-DD' */
  date: string;
  /** 'HH:MM' */
  time: string;
  minutes: number;
  place: string;
  price: string;
  isWeekly: boolean;
  weeks: string;
  scope: 'one' | 'following';
}

/** `about`: id of the lesson that is moved, or of the request for a new lesson. */
export const keptLesson = (userId: string | null, about: string) =>
  stored<LessonDraft>(`${PRIVATE_DRAFT_PREFIX}lesson_${userId ?? ''}_${about}`, (value) => {
    const { id, date, time, minutes, place, price, isWeekly, weeks, scope } = fieldsOf(value);
    if (!isText(date) || !isText(time) || !isNumber(minutes) || !isText(place) || !isText(price)) return null;
    return {
      id: isText(id) ? id : freshId(),
      ...{ date, time, minutes, place, price },
      isWeekly: isWeekly === true,
      weeks: isText(weeks) ? weeks : '4',
      scope: scope === 'following' ? 'following' : 'one',
    };
  });

export const blankLesson = (from: LessonTerms | null, date: string, time: string): LessonDraft => ({
  id: freshId(),
  date: from?.starts_local.slice(0, 10) ?? date,
  time: from?.starts_local.slice(11) ?? time,
  minutes: from?.minutes ?? 60,
  place: from?.place ?? '',
  price: from?.price_cents ? priceText(from.price_cents) : '',
  isWeekly: false,
  weeks: '4',
  scope: 'one',
});

/** The terms that the form of a change begins with; after a refusal those that were refused. */
export function termsBefore(lesson: ShownLesson): LessonTerms | null {
  const { side, write, series_index } = lesson;
  const refused = refusedPropose(lesson);
  // The form is about the whole series then; of a single lesson a later change may be waiting, which is newer.
  if (refused) return refused.payload.weeks > 1 ? refused.payload.terms : proposalOf(lesson, side);
  if (write?.kind === 'lesson.move' && write.status === 'rejected') {
    const { terms, index } = write.payload;
    const weeks = series_index === null || index === null ? 0 : series_index - index;
    return { ...terms, starts_local: weeksLater(terms.starts_local, weeks) };
  }
  return proposalOf(lesson, side) ?? proposalOf(lesson, otherSide(side)) ?? leadingTerms(lesson);
}

/** The form of a change as it begins. */
export function draftOfChange(lesson: ShownLesson): LessonDraft {
  const weeks = refusedPropose(lesson)?.payload.weeks ?? 1;
  return {
    ...blankLesson(termsBefore(lesson), '', ''),
    ...(weeks > 1 && { isWeekly: true, weeks: String(weeks) }),
    // A series that was never confirmed is one question.
    scope: lesson.status === 'proposed' && lesson.series_id !== null ? 'following' : 'one',
  };
}

export type LessonFaults = { [K in keyof LessonDraft]?: string | undefined };

const DAY = 86_400_000;

/** The faults of the form by field. `now`: milliseconds since 1970. */
export function lessonFaults(draft: LessonDraft, zone: string, now: number): LessonFaults {
  const local = `${draft.date}T${draft.time}`;
  const faults: LessonFaults = {};
  if (draft.date === '') faults.date = 'Escolha o dia';
  else if (!isWallTime(`${draft.date}T00:00`)) faults.date = 'Este dia não existe';
  if (draft.time === '') faults.time = 'Escolha a hora';
  if (!faults.date && !faults.time && isWallTime(local)) {
    const start = instantOf(local, zone);
    if (start <= now) faults.date = 'Este horário já passou';
    if (start > now + LESSON_LIMITS.daysAhead * DAY) faults.date = 'Escolha um dia nos próximos dois anos';
  }
  if (draft.place.trim().length > LESSON_LIMITS.place) faults.place = 'O local pode ter até 200 caracteres';
  const cents = centsOf(draft.price);
  if (cents === undefined) faults.price = 'Escreva um valor, como 120 ou 120,50';
  else if (cents !== null && cents > LESSON_LIMITS.priceCents) faults.price = 'O valor vai até R$ 10.000,00';
  if (draft.isWeekly && weeksOf(draft) === null) faults.weeks = 'De 2 a 52 semanas';
  return faults;
}

/** The number of weekly lessons; 1 for a single one, null for no valid number. */
export function weeksOf({ isWeekly, weeks }: Pick<LessonDraft, 'isWeekly' | 'weeks'>): number | null {
  if (!isWeekly) return 1;
  const count = /^\d{1,2}$/.test(weeks.trim()) ? Number(weeks) : 0;
  return count >= 2 && count <= LESSON_LIMITS.weeks ? count : null;
}

/** The terms of a form without faults. */
export function termsOf({ date, time, minutes, place, price }: LessonDraft, zone: string): LessonTerms {
  const cents = centsOf(price) ?? null;
  return {
    starts_local: `${date}T${time}`,
    zone,
    minutes,
    place: place.trim() === '' ? null : place.trim(),
    price_cents: cents === 0 ? null : cents,
  };
}
