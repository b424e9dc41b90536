import { expect, it } from 'vitest';
import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import { areasOf } from './areas';

const entry = (n: number, cityId: string | null, styleIds: string[]): ListingEntry => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  folded: `ana ${n}`,
  isHighlighted: false,
  slug: null,
  cityId,
  styleIds,
  flags: 0,
  slots: 0,
  offers: 0,
  area: '',
  checks: '',
  face: [`Ana ${n}`, null, null, '', null, 0],
});
const named = (...names: string[]) =>
  new Map(names.map((name) => [name, [name, name, !name.startsWith('x')] as [string, string, boolean]]));

it('counts who teaches what where, and leaves out what few teach and what is no longer offered', () => {
  const index = new SearchIndex();
  const times = (count: number, from: number, city: string | null, ...styles: string[]) =>
    Array.from({ length: count }, (_, n) => entry(from + n, city, styles));
  index.apply(
    [
      ...times(3, 0, 'Vitória', 'Zouk', 'Forró'),
      ...times(1, 10, 'Vitória', 'Forró'),
      ...times(3, 20, 'Recife', 'Frevo'),
      ...times(2, 30, 'Recife', 'Zouk'),
      ...times(3, 40, 'xFechada', 'Zouk'),
      ...times(3, 50, 'Recife', 'xVelho'),
      ...times(3, 60, null, 'Zouk'),
    ],
    [],
  );
  const tables = {
    index,
    cities: named('Vitória', 'Recife', 'xFechada'),
    danceStyles: named('Zouk', 'Forró', 'Frevo', 'xVelho'),
  };
  expect(areasOf(tables)).toEqual([
    {
      city: 'Vitória',
      styles: [
        { style: 'Forró', count: 4 },
        { style: 'Zouk', count: 3 },
      ],
    },
    { city: 'Recife', styles: [{ style: 'Frevo', count: 3 }] },
  ]);
  index.apply([], [entry(0, '', []).id, entry(1, '', []).id]);
  expect(areasOf(tables).map(({ city }) => city)).toEqual(['Recife']);
  expect(areasOf(tables, 1).find(({ city }) => city === 'Vitória')?.styles).toHaveLength(2);
});
