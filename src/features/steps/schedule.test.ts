import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StepMark, StepRating } from '@/db/rows/notebook-fields';
import { daysUntilNext, dueToday, type LoggedReview, plan } from './schedule';

const DAY = 86_400_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const mark = (step: string, state: StepMark['state'] = 'learning', at = START): StepMark => ({
  step,
  state,
  at: new Date(at).toISOString(),
});
let count = 0;
const review = (step: string, rating: StepRating, at: number): LoggedReview => ({
  id: `r${count++}`,
  step,
  rating,
  at: new Date(at).toISOString(),
});

test('a step that is being learned is due at once, a known one later, an unmarked one never', () => {
  const planned = plan([mark('a'), mark('b', 'known'), mark('c', null)], [], START + DAY);
  expect(planned.map(({ step }) => step)).toEqual(['a', 'b']);
  expect(dueToday(planned, START + DAY).map(({ step }) => step)).toEqual(['a']);
  expect(dueToday(planned, START + 60 * DAY).map(({ step }) => step)).toEqual(['a', 'b']);
});

test('what was remembered comes back later than what was forgotten, and never on the same day', () => {
  const days = daysUntilNext(mark('a'), [], START);
  expect(days[1]).toBe(1);
  expect(days[1]).toBeLessThanOrEqual(days[2]);
  expect(days[2]).toBeLessThan(days[3]);
  expect(days[3]).toBeLessThan(days[4]);
  const planned = plan([mark('a')], [review('a', 1, START)], START);
  expect(dueToday(planned, START)).toEqual([]);
  expect(dueToday(planned, START + DAY)).toHaveLength(1);
});

test('the interval grows with each time that it went well', () => {
  const log: LoggedReview[] = [];
  let at = START;
  let before = 0;
  for (let turn = 0; turn < 4; turn++) {
    log.push(review('a', 3, at));
    const [planned] = plan([mark('a')], log, at);
    const interval = ((planned?.due ?? 0) - at) / DAY;
    expect(interval).toBeGreaterThan(before);
    before = interval;
    at = planned?.due ?? 0;
  }
});

test('two phones whose reviews met in another order plan the same', () => {
  const steps = fc.constantFrom('a', 'b', 'c');
  const one = fc.record({ step: steps, rating: fc.constantFrom(1, 2, 3, 4), day: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 20 }), fc.infiniteStream(fc.nat()), (log, order) => {
      const reviews = log.map(({ step, rating, day }) =>
        review(step, rating as StepRating, START + day * DAY),
      );
      const shuffled = reviews
        .map((value) => ({ value, place: order.next().value }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value);
      const marks = [mark('a'), mark('b', 'known'), mark('c')];
      const now = START + 61 * DAY;
      expect(plan(marks, shuffled, now)).toEqual(plan(marks, reviews, now));
    }),
    { numRuns: 100 },
  );
});

test('a clock that was a year ahead does not take a step away for a year', () => {
  const planned = plan(
    [mark('a', 'learning', START + 365 * DAY)],
    [review('a', 1, START + 365 * DAY)],
    START,
  );
  expect(planned[0]?.due).toBeLessThanOrEqual(START + 2 * DAY);
});
