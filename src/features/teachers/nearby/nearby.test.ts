import { expect, it } from 'vitest';
import type { ListingEntry } from '@/db/search/entry';
import { bitsOf } from '@/db/search/offers';
import { SearchIndex } from '@/db/search/search-index';
import type { Municipality } from '@/lib/brazil/municipalities';
import type { SearchFilters } from '../schema';
import { citiesNear, farText, MOST, nearbyOf, REACH } from './nearby';

/** Cities on one meridian: a hundredth of a degree is 1.1 km. */
const place = (name: string, latitude: number): Municipality => ({
  id: name,
  name,
  folded: name.toLowerCase(),
  state: 'PE',
  latitude,
  longitude: -35,
  areaCode: 81,
  zone: 'America/Sao_Paulo',
});
const PLACES = [
  place('Olinda', -8),
  place('Recife', -8.05),
  place('Paulista', -7.9),
  place('Goiana', -7.56),
  place('Caruaru', -8.55),
  place('Manaus', -3),
];
const named = (name: string) => [name.toLowerCase(), name, true] as const;
const CITIES = new Map(
  ['Recife', 'Paulista', 'Goiana', 'Caruaru', 'Manaus', 'Vila Inventada'].map((name) => {
    const entry = [...named(name)] as [string, string, boolean];
    return [entry[0], entry];
  }),
);
const STYLES = new Map(
  ['Forró', 'Zouk'].map((name) => [name, [name, name, true] as [string, string, boolean]]),
);
const ONLINE = bitsOf('online');

const entry = (id: string, cityId: string | null, part: Partial<ListingEntry> = {}): ListingEntry => ({
  id,
  folded: id,
  isHighlighted: false,
  slug: null,
  cityId,
  styleIds: ['Forró'],
  flags: 0,
  slots: 0,
  offers: 0,
  area: '',
  checks: '',
  face: [id, null, null, '', null, 0],
  ...part,
});

const OLINDA: SearchFilters = { name: '', style: 'Forró', city: 'Olinda', page: 1 };

function found(
  entries: readonly ListingEntry[],
  filters: Partial<SearchFilters> = {},
  { hidden = [], all = PLACES }: { hidden?: string[]; all?: readonly Municipality[] | null } = {},
) {
  const index = new SearchIndex();
  index.apply(entries, []);
  const catalog = { index, cities: CITIES, danceStyles: STYLES, hidden: new Set(hidden) };
  const { near, online } = nearbyOf(catalog, { ...OLINDA, ...filters }, all);
  return { near: near.map(({ id }) => id), online: online.map(({ id }) => id), cards: near };
}

it('the cities within reach come with their distance, the nearest first, without the sought one', () => {
  const near = citiesNear('olinda', CITIES, PLACES);
  expect(near.map(({ id, kilometres }) => [id, Math.round(kilometres)])).toEqual([
    ['recife', 6],
    ['paulista', 11],
    ['goiana', 49],
  ]);
  expect(near.every(({ kilometres }) => kilometres <= REACH)).toBe(true);
});

it('those in the nearest city come first, with how far away they are', () => {
  const entries = [
    entry('ana', 'goiana'),
    entry('bia', 'paulista'),
    entry('caio', 'recife'),
    entry('davi', 'recife'),
  ];
  const { near, cards } = found(entries);
  expect(near).toEqual(['caio', 'davi', 'bia', 'ana']);
  expect(cards.map(({ reason }) => reason)).toEqual([
    'A cerca de 6 km, no Recife',
    'A cerca de 6 km, no Recife',
    'A cerca de 11 km, em Paulista',
    'A cerca de 49 km, em Goiana',
  ]);
  expect(farText(0.2, 'Olinda', 'Aceita casais')).toBe('A cerca de 1 km, em Olinda. Aceita casais');
});

it('who is farther away is near only online, and who is neither is not shown', () => {
  const entries = [entry('longe', 'caruaru'), entry('ana', 'manaus', { offers: ONLINE }), entry('sem', null)];
  expect(found(entries)).toMatchObject({ near: [], online: ['ana'] });
});

it('nobody is shown twice, and each list has its limit', () => {
  const many = (id: string, city: string, offers: number) =>
    Array.from({ length: MOST + 5 }, (_, at) =>
      entry(`${id}${String(at).padStart(2, '0')}`, city, { offers }),
    );
  const { near, online } = found([...many('perto', 'recife', ONLINE), ...many('longe', 'manaus', ONLINE)]);
  expect([near.length, online.length]).toEqual([MOST, MOST]);
  expect(new Set([...near, ...online]).size).toBe(2 * MOST);
  // The rest of those near come first among those online by their name, like everywhere.
  expect(online[0]).toBe('longe00');
});

it('style, name and the other filters stay, but for the bairro of the sought city', () => {
  const entries = [
    entry('ana', 'recife'),
    entry('bia', 'recife', { styleIds: ['Zouk'] }),
    entry('caio', 'recife', { offers: bitsOf('casais') }),
    entry('duda', 'manaus', { offers: bitsOf('casais', 'online') }),
  ];
  expect(found(entries, { couples: 'sim' })).toMatchObject({ near: ['caio'], online: ['duda'] });
  expect(found(entries, { name: 'ana', area: 'Carmo' })).toMatchObject({ near: ['ana'], online: [] });
  expect(found(entries, { style: '' }).near).toEqual(['ana', 'bia', 'caio']);
  expect(found(entries, { couples: 'sim' }).cards[0]?.reason).toBe(
    'A cerca de 6 km, no Recife. Aceita casais',
  );
});

it('a name that somebody farther away has is not taken for a similar one near by', () => {
  const entries = [entry('marina', 'goiana'), entry('marins', 'recife')];
  expect(found(entries, { name: 'marina' }).near).toEqual(['marina']);
  expect(found(entries, { name: 'marinx' }).near).toEqual(['marins', 'marina']);
});

it('blocked teachers are in neither list', () => {
  const entries = [entry('ana', 'recife'), entry('bia', 'manaus', { offers: ONLINE })];
  expect(found(entries, {}, { hidden: ['ana', 'bia'] })).toMatchObject({ near: [], online: [] });
});

it('without distances, or for a city that is no municipality, those online remain', () => {
  const entries = [entry('ana', 'recife'), entry('bia', 'manaus', { offers: ONLINE })];
  expect(found(entries, {}, { all: null })).toMatchObject({ near: [], online: ['bia'] });
  expect(found(entries, { city: 'Vila Inventada' })).toMatchObject({ near: [], online: ['bia'] });
  expect(found([entry('eva', 'vila inventada')]).near).toEqual([]);
  expect(found(entries, { style: 'Nenhum' })).toMatchObject({ near: [], online: [] });
});
