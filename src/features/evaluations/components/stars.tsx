import { StarIcon } from '@/ui/icons';
import { starsText } from '../texts';
import classes from './evaluations.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** A rating as filled stars of five, with a text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${starsText(rating)} de 5`}>
      {STARS.map((star) => (
        <StarIcon key={star} size={20} portion={star <= rating ? 1 : 0} />
      ))}
    </span>
  );
}
