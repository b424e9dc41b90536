import { ratingInWords } from '@matching/rating.ts';
import { grouped } from '@/lib/portuguese';
import { StarIcon } from '@/ui/icons';
import classes from './rating.module.css';

/** '★ 4,8 (21)' on a card. */
export function Rating({ average, count }: { average: number | null; count: number }) {
  if (average === null || count === 0) return <span className={classes.unrated}>{UNRATED}</span>;
  const words = ratingInWords(average, count);
  return (
    <span className={classes.rating} role="img" aria-label={`Nota ${words} de 5, ${countRatings(count)}`}>
      <StarIcon />
      <b className={classes.score}>{words}</b> ({count})
    </span>
  );
}

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
