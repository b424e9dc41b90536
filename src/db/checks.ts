/**
 * The team's checks of a teacher, in the compact form of listings (`…_teacher_checks.sql`): a letter, the month of the
 * check (YYMM) and the day from which it no longer holds (YYMMDD); 'i2611281126'. The check of identity comes first.
 */

const LETTERS = {
  i: 'identity',
  w: 'whatsapp',
  g: 'instagram',
  e: 'experience',
  r: 'references',
  p: 'picture',
  b: 'background',
} as const;

/** The letter of each kind. */
export const CHECK_LETTERS = Object.fromEntries(
  Object.entries(LETTERS).map(([letter, kind]) => [kind, letter]),
) as Record<CheckKind, string>;

export type CheckKind = (typeof LETTERS)[keyof typeof LETTERS];

export const isCheckKind = (kind: string): kind is CheckKind =>
  (Object.values(LETTERS) as string[]).includes(kind);

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
    kind: LETTERS[letter as keyof typeof LETTERS],
    month: `20${year}-${month}`,
    until: `20${until.join('-')}`,
  }));
}

const DAY = 86_400_000;
/** São Paulo is three hours behind UTC all year. */
const OFFSET = 3 * 3_600_000;

/** The day in São Paulo, as a number of days since 1970. */
export const dayNumber = (now: number): number => Math.floor((now - OFFSET) / DAY);

/** Milliseconds until the next day begins in São Paulo. */
export const untilTomorrow = (now: number): number => DAY - ((now - OFFSET) % DAY);

const numberOf = (day: string): number => Math.floor(Date.parse(day) / DAY);

/** Whether a check holds at this time, in milliseconds since 1970. */
export const holds = ({ until }: Pick<TeacherCheck, 'until'>, now: number): boolean =>
  dayNumber(now) < numberOf(until);

/** The number of days after which it holds no more; 0 or less for one that has ended. */
export const daysLeft = ({ until }: Pick<TeacherCheck, 'until'>, now: number): number =>
  numberOf(until) - dayNumber(now);

/** The check of this kind that holds at this time, in milliseconds since 1970. */
export const checkOf = (
  checks: readonly TeacherCheck[],
  kind: CheckKind,
  now: number,
): TeacherCheck | undefined => checks.find((check) => check.kind === kind && holds(check, now));

/** The day from which the check with this letter holds no more, in days since 1970; 0 without one. */
export function dayNumberOfCheck(checks: string, letter: string): number {
  const [, year, month, day] = new RegExp(`${letter}\\d{4}(\\d\\d)(\\d\\d)(\\d\\d)`).exec(checks) ?? [];
  return year === undefined ? 0 : numberOf(`20${year}-${month}-${day}`);
}

/** The end of a listing that has no known one: rows that an earlier release stored. */
export const NO_END = 0xffff;

/** The day from which a listing is shown no more, as a number of days since 1970. */
export function endOf(checks: string | null | undefined): number {
  const [first] = checksFrom(checks);
  return first?.kind === 'identity' ? numberOf(first.until) : NO_END;
}
