import { StarIcon } from '@/ui/icons';
import classes from './paid-mark.module.css';

/** Marks a place that a teacher pays for, wherever it puts them first: the consumer code (art. 36) wants it said there. */
export function PaidMark() {
  return (
    <p className={classes.paid}>
      <StarIcon size={14} />
      Destaque pago
    </p>
  );
}
