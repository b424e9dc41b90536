/**
 * The average as shown to users: one decimal, rounded once. Stored averages already have two decimals, and rounding
 * again would turn 4.846 into 4.9. So the sum of stars is recomputed from the count first, which is exact for up to a
 * hundred evaluations.
 */
export function roundedRating(average: number, count: number): number {
  const stars = Math.round(average * count);
  // Rounds half up with whole numbers, because 4.85 has no exact binary form.
  return Math.round((stars * 10) / count) / 10;
}

/** Such as '4,8'. */
export function ratingInWords(average: number, count: number): string {
  return roundedRating(average, count).toFixed(1).replace('.', ',');
}
