/**
 * An average as people read it, everywhere the same: to one place, rounded once. Stored averages are rounded to two
 * places already, and rounding those again makes 4.9 of 4.846. With the number of evaluations the sum of the stars is
 * known again: exactly up to a hundred of them.
 */
export function roundedRating(average: number, count: number): number {
  const stars = Math.round(average * count);
  // Half up in whole numbers: 4.85 is none for a computer.
  return Math.round((stars * 10) / count) / 10;
}

/** '4,8'. */
export function ratingInWords(average: number, count: number): string {
  return roundedRating(average, count).toFixed(1).replace('.', ',');
}
