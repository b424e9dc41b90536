import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Catalog } from '@/db/memory/catalog';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import { TEACHER } from '../../../tests/support/row-samples';
import { featuredCache, HOME_LIST, listLocally, listRemotely, nearFirst } from './featured';
import { searchCache, searchKey, searchRemotely } from './search-remote';

const CITIES = [
  { id: 'c0', name: 'Vitória', active: true },
  { id: 'c1', name: 'Salvador', active: true },
];
const STYLES = [
  { id: 's0', name: 'Forró', active: true },
  { id: 's1', name: 'Zouk', active: true },
];

function listing(n: number, fields: Record<string, unknown> = {}) {
  return {
    ...TEACHER,
    id: `t${n}`,
    name: `Professora ${n}`,
    folded_name: `professora ${n}`,
    rank: `1professora ${n} t${n}`,
    city_id: 'c0',
    style_ids: ['s0'],
    is_featured: true,
    ...fields,
  };
}

/** 1 to 4 match; 5 is in another city, 6 has another style, 7 is not featured, 8 is inactive. */
const ROWS = [
  ...[1, 2, 3, 4].map((n) => listing(n)),
  listing(5, { city_id: 'c1' }),
  listing(6, { style_ids: ['s1'] }),
  listing(7, { is_featured: false }),
  listing(8),
];
const INACTIVE = 't8';
const NOON = Date.UTC(2026, 10, 20, 15);

const wanted = {
  showOnlyActive: true,
  initialCity: 'vitoria',
  initialStyle: 'Forró',
  limit: 3,
  isFeatured: true,
} as const;

const byId = (rows: typeof CITIES) =>
  new Map(rows.map(({ id, name, active }) => [id, [id, name, active] as [string, string, boolean]]));

function catalog(): Catalog {
  const index = new SearchIndex();
  index.apply(ROWS.map(toEntry), []);
  index.apply([], [INACTIVE]);
  return {
    phase: 'complete',
    index,
    cities: byId(CITIES),
    danceStyles: byId(STYLES),
    citiesComplete: true,
    danceStylesComplete: true,
    hidden: new Set<string>(),
    wholeCities: new Set<string>(),
  };
}

const never = () => new AbortController().signal;
let asked: string[];

/** Filters listings like PostgREST and records the request. */
function server(path: string): Response {
  if (path.startsWith('cities')) return Response.json(CITIES);
  if (path.startsWith('dance_styles')) return Response.json(STYLES);
  if (path.startsWith('rpc/')) return Response.json({ teachers: [], total_count: 0, total_pages: 0 });
  const query = new URLSearchParams(path.split('?')[1]);
  const among = (name: string) => query.get(name)?.match(/[cs]\d/g) ?? null;
  const [cities, styles] = [among('city_id'), among('style_ids')];
  const rows = ROWS.filter(({ id }) => id !== INACTIVE || query.get('_deleted') !== 'is.false')
    .filter(({ is_featured }) => is_featured || query.get('is_featured') !== 'is.true')
    .filter(({ city_id }) => !cities || cities.includes(city_id))
    .filter(({ style_ids }) => !styles || style_ids.some((id) => styles.includes(id)));
  return Response.json(rows.slice(0, Number(query.get('limit') ?? rows.length)));
}

beforeEach(() => {
  asked = [];
  featuredCache.clear();
  searchCache.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace(/^.*\/rest\/v1\//, '');
    asked.push(path);
    return server(path);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('[B235] a list is of active, featured teachers of that city and style, at most so many; from device and server', async () => {
  const ids = listLocally(catalog(), wanted, NOON).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(['t1', 't2', 't3', 't4']).toEqual(expect.arrayContaining(ids));
  expect((await listRemotely(wanted, NOON, never())).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['one more', { limit: 4 }, ['t1', 't2', 't3', 't4']],
  ['any city', { limit: 9, initialCity: '' }, ['t1', 't2', 't3', 't4', 't5']],
  ['any style', { limit: 9, initialStyle: '' }, ['t1', 't2', 't3', 't4', 't6']],
  ['featured or not', { limit: 9, isFeatured: false }, ['t1', 't2', 't3', 't4', 't7']],
  ['featured or not, but two', { limit: 2, isFeatured: false }, ['t1', 't2']],
  ['an unknown city', { initialCity: 'Atlântida' }, []],
])('[B235] each option counts by itself: %s', async (_, part, ids) => {
  const options = { ...wanted, ...part };
  expect(listLocally(catalog(), options, NOON).map(({ id }) => id)).toEqual(ids);
  expect((await listRemotely(options, NOON, never())).map(({ id }) => id)).toEqual(ids);
});

test('teachers of the own city come first: its featured ones, its others, then featured ones of other cities', () => {
  const near = (city: string | null, limit: number) =>
    listLocally(catalog(), { ...HOME_LIST, limit }, NOON, city).map(({ id }) => id);
  expect(near('Salvador', 9)).toEqual(['t5', 't1', 't2', 't3', 't4', 't6']);
  expect(near('vitoria', 9)).toEqual(['t1', 't2', 't3', 't4', 't6', 't7', 't5']);
  expect(near('Salvador', 1)).toEqual(['t5']);
  expect(near('Atlântida', 9)).toEqual(near(null, 9));
});

test('cards that the server answered are put in order by their city', async () => {
  const cards = await listRemotely({ ...HOME_LIST, limit: 9 }, NOON, never());
  expect(nearFirst(cards, 'salvador').map(({ id }) => id)).toEqual(['t5', 't1', 't2', 't3', 't4', 't6']);
  expect(nearFirst(cards, null)).toEqual(cards);
});

test('[B273] searches neither evict nor answer the featured list, nor it them', async () => {
  const first = await listRemotely(HOME_LIST, NOON, never());
  expect(first.length).toBeGreaterThan(0);
  const filters = { name: '', style: '', city: '', page: 1 };
  for (let page = 1; page <= 25; page++) await searchRemotely({ ...filters, page }, never());
  expect(asked.filter((path) => path.startsWith('rpc/'))).toHaveLength(25);
  const { length } = asked;
  expect(await listRemotely(HOME_LIST, NOON, never())).toBe(first);
  expect(asked).toHaveLength(length);
  expect(featuredCache.get(searchKey(filters))).toBeNull();
  expect(searchCache.get(JSON.stringify(HOME_LIST))).toBeNull();
});
