import { expect, it } from 'vitest';
import type { Catalog } from '@/db/memory/catalog';
import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import { aboutOf } from './written';

const marina: ListingEntry = {
  ...{
    id: 'teacher',
    folded: 'marina couto',
    isHighlighted: false,
    slug: null,
    cityId: 'city',
    styleIds: [],
  },
  ...{ flags: 0, slots: 0, offers: 0, area: '', checks: '' },
  face: ['Marina Couto', null, null, null, null, 0],
};
const index = new SearchIndex();
index.apply([marina], []);
const catalog: Pick<Catalog, 'index' | 'cities' | 'danceStyles'> = {
  index,
  cities: new Map([['city', ['city', 'Garopaba', true]]]),
  danceStyles: new Map([['style', ['style', 'Tango', true]]]),
};

it.each<[unknown, string | null]>([
  [{ teacherId: 'teacher', wanted: true }, 'Marina Couto'],
  [{ request: { teacher_id: 'teacher', dance_style_id: 'style', message: 'Oi' } }, 'Marina Couto · Tango'],
  [{ style_id: 'style', city_id: 'city', neighborhood: 'Centro' }, 'Tango · Garopaba · Centro'],
  [{ style_id: 'style', city_id: null, neighborhood: null }, 'Tango'],
  [{ step: 'bolero-abertura', state: 'learning' }, 'bolero abertura'],
  [{ teacherId: 'another phone knows' }, null],
  [{ changes: { name: 'Ana' } }, null],
  [null, null],
])('%j is about %j', (payload, about) => {
  expect(aboutOf(payload, catalog)).toBe(about);
});
