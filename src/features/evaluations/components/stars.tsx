import { StarIcon } from '@/ui/icons';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { starsText } from '../texts';
import classes from './evaluations.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarsProps {
  rating: number;
  /** The stars with which it was first read, where others have read it. */
  first?: number | null | undefined;
}

/** A rating as filled stars of five, with a text for screen readers, beside the first one of a changed evaluation. */
export function Stars({ rating, first }: StarsProps) {
  const stars = (
    <span className={classes.stars} role="img" aria-label={`${starsText(rating)} de 5`}>
      {STARS.map((star) => (
        <StarIcon key={star} size={20} portion={star <= rating ? 1 : 0} />
      ))}
    </span>
  );
  if (!first || first === rating) return stars;
  return (
    <span className={classes.changed}>
      {stars}
      <span className={classes.hint}>
        antes: {first}
        <VisuallyHidden> {first === 1 ? 'estrela' : 'estrelas'}</VisuallyHidden>
      </span>
    </span>
  );
}
