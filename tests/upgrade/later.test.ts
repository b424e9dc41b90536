import { expect, it } from 'vitest';
import { later, weeksSince } from './support/later';

const MADE = Date.parse('2026-11-28T12:00:00Z');
const WEEK = 7 * 86_400_000;

it('kept data move by whole weeks, and not at all in the first', () => {
  expect(weeksSince(MADE, MADE + 6 * 86_400_000)).toBe(0);
  expect(weeksSince(MADE, MADE + 20 * 86_400_000)).toBe(2 * WEEK);
  expect(weeksSince(MADE, MADE - WEEK)).toBe(0);
});

it('days, moments and milliseconds move; other texts and numbers stay', () => {
  const kept = {
    day: '2026-11-28',
    moment: '2026-12-30T23:00:00.123456+00:00',
    local: '2026-12-30T15:00',
    at: MADE,
    rows: [{ text: 'em 2026-11-28', version: 4_711, slug: 'baile-2026-11-28', ids: ['2026'] }],
  };
  expect(later(kept, WEEK, MADE)).toEqual({
    day: '2026-12-05',
    moment: '2027-01-06T23:00:00.123456+00:00',
    local: '2027-01-06T15:00',
    at: MADE + WEEK,
    rows: kept.rows,
  });
});
