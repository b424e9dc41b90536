import { expect, test } from 'vitest';
import { rotateDaily } from './featured';
import { searchDelay } from './queries';
import type { SearchResult } from './schema';
import { shareCards } from './search-local';

const DAY = 86_400_000;

test('up to six featured teachers are all shown, in their order', () => {
  expect(rotateDaily([1, 2, 3], 6, 0)).toEqual([1, 2, 3]);
});

test('of more than six, six are shown each day, the next six the day after, until every teacher was shown', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  const shown = [0, 1, 2, 3].map((day) => rotateDaily(eight, 6, day * DAY + DAY / 2));
  for (const six of shown) expect(new Set(six).size).toBe(6);
  expect(shown[0]).not.toEqual(shown[1]);
  expect(new Set(shown.flat()).size).toBe(8);
  // The day changes at midnight in São Paulo, at 3:00 UTC.
  expect(rotateDaily(eight, 6, 5 * DAY + 2 * 3_600_000)).toEqual(
    rotateDaily(eight, 6, 4 * DAY + 12 * 3_600_000),
  );
});

test('procedures are called 500 ms after typing, 150 after a style, 100 after a city, at once for a page', () => {
  const none = { name: '', style: '', city: '', page: 1 };
  expect(searchDelay(null, none)).toBe(0);
  expect(searchDelay(none, { ...none, name: 'a' })).toBe(500);
  expect(searchDelay(none, { ...none, style: 'Forró' })).toBe(150);
  expect(searchDelay(none, { ...none, city: 'Vitória' })).toBe(100);
  expect(searchDelay(none, { ...none, page: 2 })).toBe(0);
});

test('unchanged cards keep their identity, so that only changed ones render again', () => {
  const card = (id: string, name: string) => ({ id, name }) as SearchResult['teachers'][number];
  const before = { teachers: [card('1', 'Ana'), card('2', 'Bia')], totalCount: 2, totalPages: 1 };
  expect(shareCards(before, structuredClone(before))).toBe(before);
  const renamed = shareCards(before, { ...before, teachers: [card('1', 'Ana'), card('2', 'Beatriz')] });
  expect(renamed?.teachers[0]).toBe(before.teachers[0]);
  expect(renamed?.teachers[1]?.name).toBe('Beatriz');
  expect(shareCards(before, { ...before, totalCount: 3 })).not.toBe(before);
  expect(shareCards(before, { ...before, bestCount: 0 })).not.toBe(before);
});
