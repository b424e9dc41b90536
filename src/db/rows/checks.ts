/**
 * The team's checks of a teacher, in the compact form of listings (`…_teacher_checks.sql`): a letter, the month of the
 * check (YYMM) and the day from which it no longer holds (YYMMDD); 'i2611281126'. The check of identity comes first.
 */

import { type CheckKind, dayNumber, dayNumberOf, KIND_OF_LETTER, NO_END } from './listed-checks';

export const isCheckKind = (kind: string): kind is CheckKind =>
  (Object.values(KIND_OF_LETTER) as string[]).includes(kind);

export interface TeacherCheck {
  kind: CheckKind;
  /** '2026-11': the month of the check. */
  month: string;
  /** '2028-11-26': the first day, in São Paulo, on which it no longer holds. */
  until: string;
}

const CHECK = /([iwgerpb])(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/g;

/** The checks in the order of the listing, ended ones too; a text of another form has none. */
export function checksFrom(text: string | null | undefined): TeacherCheck[] {
  return [...(text ?? '').matchAll(CHECK)].map(([, letter, year, month, ...until]) => ({
    kind: KIND_OF_LETTER[letter as keyof typeof KIND_OF_LETTER],
    month: `20${year}-${month}`,
    until: `20${until.join('-')}`,
  }));
}

/** Whether a check holds at this time, in milliseconds since 1970. */
export const holds = ({ until }: Pick<TeacherCheck, 'until'>, now: number): boolean =>
  dayNumber(now) < dayNumberOf(until);

/** The number of days after which it holds no more; 0 or less for one that has ended. */
export const daysLeft = ({ until }: Pick<TeacherCheck, 'until'>, now: number): number =>
  dayNumberOf(until) - dayNumber(now);

/** The check of this kind that holds at this time, in milliseconds since 1970. */
export const checkOf = (
  checks: readonly TeacherCheck[],
  kind: CheckKind,
  now: number,
): TeacherCheck | undefined => checks.find((check) => check.kind === kind && holds(check, now));

/** The day from which a listing is shown no more, as a number of days since 1970. */
export function endOf(checks: string | null | undefined): number {
  const [first] = checksFrom(checks);
  return first?.kind === 'identity' ? dayNumberOf(first.until) : NO_END;
}
