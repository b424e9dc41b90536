import { type Ref, useId } from 'react';
import { StarIcon } from '@/ui/icons';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { starsText } from '../texts';
import classes from './evaluations.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarChoiceProps {
  legend: string;
  rating: number | null;
  error: string | null;
  /** Set on the chosen star, else on the first, for focusing. */
  focusRef: Ref<HTMLInputElement>;
  onChange(rating: number): void;
}

/** Whole stars from 1 to 5 as native radio buttons, so that arrow keys and screen readers work. */
export function StarChoice({ legend, rating, error, focusRef, onChange }: StarChoiceProps) {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset
      className={classes.choice}
      aria-describedby={error ? errorId : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend>{legend}</legend>
      <div className={classes.choices}>
        {STARS.map((star) => (
          <label key={star} className={classes.star}>
            <input
              ref={star === (rating ?? 1) ? focusRef : null}
              type="radio"
              name={name}
              value={star}
              checked={rating === star}
              onChange={() => onChange(star)}
            />
            <StarIcon size={36} portion={rating !== null && star <= rating ? 1 : 0} />
            <VisuallyHidden>{starsText(star)}</VisuallyHidden>
          </label>
        ))}
        <span className={classes.chosen} aria-hidden="true">
          {rating === null ? '' : `${rating} de 5`}
        </span>
      </div>
      {error ? (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
