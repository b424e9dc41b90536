/** Kinds and end dates of the team's checks, read by a search from the compact form of listings (checks.ts). */

export const KIND_OF_LETTER = {
  i: 'identity',
  w: 'whatsapp',
  g: 'instagram',
  e: 'experience',
  r: 'references',
  p: 'picture',
  b: 'background',
} as const;

/** The letter of each kind. Pure, so that the engine, which does not use it, goes without. */
export const CHECK_LETTERS = /* @__PURE__ */ (() =>
  Object.fromEntries(Object.entries(KIND_OF_LETTER).map(([letter, kind]) => [kind, letter])))() as Record<
  CheckKind,
  string
>;

export type CheckKind = (typeof KIND_OF_LETTER)[keyof typeof KIND_OF_LETTER];

const DAY = 86_400_000;
/** São Paulo is three hours behind UTC all year. */
const OFFSET = 3 * 3_600_000;

/** The day in São Paulo, as a number of days since 1970. */
export const dayNumber = (now: number): number => Math.floor((now - OFFSET) / DAY);

/** Milliseconds until the next day begins in São Paulo. */
export const untilTomorrow = (now: number): number => DAY - ((now - OFFSET) % DAY);

/** A day like '2028-11-26' as a number of days since 1970. */
export const dayNumberOf = (day: string): number => Math.floor(Date.parse(day) / DAY);

/** The day from which the check with this letter holds no more, in days since 1970; 0 without one. */
export function dayNumberOfCheck(checks: string, letter: string): number {
  const [, year, month, day] = new RegExp(`${letter}\\d{4}(\\d\\d)(\\d\\d)(\\d\\d)`).exec(checks) ?? [];
  return year === undefined ? 0 : dayNumberOf(`20${year}-${month}-${day}`);
}

/** The end of a listing that has no known one. */
export const NO_END = 0xffff;
