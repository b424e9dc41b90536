import { expect, it } from 'vitest';
import { wantedSlots } from '@/db/rows/availability';
import { searchFor, whenOf } from './search-for';
import { filtersFromQuery } from './search-url';

it('the search for a request keeps its style, city and times', () => {
  const path = searchFor({ style: 'Forró', city: 'Vitória', when: whenOf(['terca', 'quinta'], ['noite']) });
  const { style, city, when } = filtersFromQuery(path.replace(/^[^?]*/, ''));
  expect([style, city]).toEqual(['Forró', 'Vitória']);
  expect(wantedSlots(when ?? '')).toEqual(['terca-noite', 'quinta-noite']);
  expect(searchFor({ style: '', city: '', when: whenOf([], []) })).toBe('/search');
});

it('the longest choice of half-days stays whole in the address', () => {
  const days = ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'];
  const path = searchFor({ when: whenOf(days, ['manha', 'noite']) });
  expect(wantedSlots(filtersFromQuery(path.replace(/^[^?]*/, '')).when ?? '')).toHaveLength(12);
});
