import type { Listed, MatchLead } from './types.ts';

/** Most candidates that are scored per side (city, elsewhere). */
export const SHORTLIST_SIDE = 60;

/**
 * Bayesian rating in ten-thousandths: the average with five extra votes of 4.2, so that few votes count little.
 * Uses whole numbers, so that it equals `app.rating_strength` of the database exactly.
 */
export function ratingStrength(average: number | null, votes: number): number {
  return Math.floor(((Math.round((average ?? 0) * 100) * votes + 2_100) * 100) / (votes + 5));
}

/**
 * Candidates of the city and from elsewhere, chosen exactly as `lead_candidates` of the database does: teachers of the
 * style first, then by rating, then by rank. Teachers without a city are left out.
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
