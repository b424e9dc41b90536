/**
 * When a marked step is due, by FSRS (ts-fsrs, its default weights), from the log of reviews alone: two phones with the
 * same log name the same steps, in whatever order the reviews reached them.
 *
 * Whole days: nothing is asked twice on a day. A step marked as known without a review counts as found easy when it was
 * marked, so it comes back now and then.
 */
import { type Card, createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs';
import type { StepMark, StepRating, StepReview } from '@/db/rows/notebook-fields';

export interface LoggedReview extends StepReview {
  id: string;
}

export interface Planned {
  step: string;
  /** Milliseconds since 1970. */
  due: number;
  reviews: number;
}

const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: 365 });

const GRADES: Record<StepRating, Grade> = {
  1: Rating.Again,
  2: Rating.Hard,
  3: Rating.Good,
  4: Rating.Easy,
};

export const RATINGS: readonly { rating: StepRating; label: string }[] = [
  { rating: 1, label: 'Esqueci' },
  { rating: 2, label: 'Difícil' },
  { rating: 3, label: 'Bem' },
  { rating: 4, label: 'Fácil' },
];

const DAY = 86_400_000;

/** The steps that are marked, the one that has waited longest first. `now`: milliseconds since 1970. */
export function plan(marks: readonly StepMark[], reviews: readonly LoggedReview[], now: number): Planned[] {
  return marks
    .filter(({ state }) => state !== null)
    .map((mark) => {
      const own = reviews.filter(({ step }) => step === mark.step);
      return { step: mark.step, due: cardOf(mark, own, now).due.getTime(), reviews: own.length };
    })
    .sort((a, b) => a.due - b.due || (a.step < b.step ? -1 : 1));
}

/** The steps to train on the day of `now`, by this phone's calendar. */
export function dueToday(planned: readonly Planned[], now: number): Planned[] {
  const end = new Date(now).setHours(23, 59, 59, 999);
  return planned.filter(({ due }) => due <= end);
}

/** In how many days the step would come back, by answer. */
export function daysUntilNext(
  mark: StepMark,
  reviews: readonly LoggedReview[],
  now: number,
): Record<StepRating, number> {
  const own = reviews.filter(({ step }) => step === mark.step);
  const card = cardOf(mark, own, now);
  const days = (rating: StepRating) =>
    Math.max(1, Math.round((scheduler.next(card, now, GRADES[rating]).card.due.getTime() - now) / DAY));
  return { 1: days(1), 2: days(2), 3: days(3), 4: days(4) };
}

/** A clock that was ahead gives times in the future: they count as now. */
function cardOf(mark: StepMark, reviews: readonly LoggedReview[], now: number): Card {
  const log = reviews
    .map(({ id, rating, at }) => ({ id, rating, time: Math.min(Date.parse(at), now) }))
    .sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  const marked = Math.min(Date.parse(mark.at), now);
  const first = log[0];
  if (!first) {
    const fresh = createEmptyCard(new Date(marked));
    return mark.state === 'known' ? scheduler.next(fresh, marked, Rating.Easy).card : fresh;
  }
  return log.reduce<Card>(
    (card, { time, rating }) => scheduler.next(card, time, GRADES[rating]).card,
    createEmptyCard(new Date(first.time)),
  );
}
