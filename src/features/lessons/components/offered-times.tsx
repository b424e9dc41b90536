import type { TypedWish } from '@/db/rows/wish-fields';
import { daysAndTimesOf } from '@/db/words/half-days';
import { firstName } from '@/lib/text';
import { offeredText } from '../texts';
import classes from './requests.module.css';

interface Offering {
  name: string;
  /** As 'sabado-manha'. */
  availability: readonly string[];
}
type Chosen = Pick<TypedWish, 'days' | 'times'>;

interface OfferedTimesProps {
  teacher: Offering;
  draft: Chosen;
  onTake(days: string[], times: string[]): void;
}

/** When the teacher gives lessons; all of it is taken, and taken off, in one tap. */
export function OfferedTimes({ teacher, draft, onTake }: OfferedTimesProps) {
  if (teacher.availability.length === 0) return null;
  const name = firstName(teacher.name);
  const { days, times } = daysAndTimesOf(teacher.availability);
  const isTaken = isOffer(teacher, draft);
  return (
    <p className={classes.offered}>
      <span role="status">
        {isTaken ? `Já marcamos os horários que ${name} oferece. Tire os que não servem para você.` : null}
      </span>
      <span>
        {name} costuma dar aulas {offeredText(teacher.availability)}.
      </span>{' '}
      {days.length + times.length > 0 ? (
        <button
          type="button"
          className={classes.plain}
          onClick={() => (isTaken ? onTake([], []) : onTake(days, times))}
        >
          {isTaken ? 'Desmarcar estes horários' : 'Usar estes horários'}
        </button>
      ) : null}
    </p>
  );
}

/** Whether exactly the teacher's times are chosen. False where the teacher offers any. */
export function isOffer({ availability }: Offering, { days, times }: Chosen): boolean {
  const offered = daysAndTimesOf(availability);
  const isSame = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((one) => others.includes(one));
  return (
    offered.days.length + offered.times.length > 0 &&
    isSame(offered.days, days) &&
    isSame(offered.times, times)
  );
}
