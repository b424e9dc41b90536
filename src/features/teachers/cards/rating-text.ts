import { grouped } from '@/lib/portuguese';

export const UNRATED = 'Ainda sem avaliações';

/** Words for an average from 1 to 5 (specification 001 §9); no verdict before the first evaluation. */
export function ratingText(average: number | null): string {
  if (average === null) return UNRATED;
  if (average >= 4.5) return 'Excelente! Muito bem avaliado';
  if (average >= 4) return 'Muito bom! Bem avaliado';
  if (average >= 3.5) return 'Bom! Avaliação positiva';
  if (average >= 3) return 'Regular. Pode melhorar';
  return 'Precisa melhorar';
}

/** '1 avaliação', '38 avaliações'. */
export function countRatings(count: number): string {
  return count === 1 ? '1 avaliação' : `${grouped(count)} avaliações`;
}
