import type { Listed, MatchLead } from './types.ts';

/** At most so many of the city, and so many from elsewhere, are scored. */
export const SHORTLIST_SIDE = 60;

/**
 * How good a rating is when few votes count little: the average in ten-thousandths, with five votes of 4.2 added.
 * Whole numbers, so that it is exactly `app.rating_strength` of the database.
 */
export function ratingStrength(average: number | null, votes: number): number {
  return Math.floor(((Math.round((average ?? 0) * 100) * votes + 2_100) * 100) / (votes + 5));
}

/**
 * The teachers that come into question, the same as `lead_candidates` of the database chooses: of the city and from
 * elsewhere, each with the style first, then by rating, then by rank. Who teaches nowhere in particular is left out.
 */
export function shortlist<T extends Listed>(lead: MatchLead, listed: readonly T[]): T[] {
  const placed = listed
    .filter((teacher) => teacher.cityId !== null)
    .map((teacher) => ({
      teacher,
      here: isHere(lead, teacher),
      teaches: teaches(lead, teacher),
      strength: ratingStrength(teacher.ratingAverage, teacher.ratingCount),
    }))
    .sort(
      (a, b) =>
        Number(b.teaches) - Number(a.teaches) ||
        b.strength - a.strength ||
        (a.teacher.rank < b.teacher.rank ? -1 : 1),
    );
  const side = (here: boolean) =>
    placed
      .filter((one) => one.here === here)
      .slice(0, SHORTLIST_SIDE)
      .map(({ teacher }) => teacher);
  return [...side(true), ...side(false)];
}

export const isHere = (lead: MatchLead, teacher: Listed): boolean =>
  lead.cityId !== null && teacher.cityId === lead.cityId;

export const teaches = (lead: MatchLead, teacher: Listed): boolean =>
  lead.styleId !== null && teacher.styleIds.includes(lead.styleId);
