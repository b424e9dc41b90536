import { ratingInWords } from '@matching/rating.ts';
import { StarIcon } from '@/ui/icons';
import classes from './rating.module.css';
import { countRatings, UNRATED } from './rating-text';

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
