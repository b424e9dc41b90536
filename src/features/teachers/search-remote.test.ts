import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RestFailure } from '@/lib/rest';
import { readListing } from './read-listing';
import { searchCache, searchRemotely } from './search-remote';

const filters = { name: 'joão', style: 'Forró', city: '', page: 2 };
const city = { id: 'c1', name: 'Vitória', active: true };
const style = { id: 's1', name: 'Forró', active: true };
const listing = {
  id: 't1',
  name: 'João',
  folded_name: 'joao',
  rank: '1joao t1',
  city_id: 'c1',
  style_ids: ['s1'],
  profile_image_url: null,
  bio: 'Olá',
  neighborhood: null,
  modalidades_aula: ['grupo'],
  slug: 'joao',
  is_featured: false,
  is_highlighted: false,
  rating_average: '4.50',
  rating_count: 2,
};
const given = {
  ...listing,
  city_name: 'Vitória',
  dance_styles: ['Forró'],
};

let asked: { path: string; body: unknown; signal: AbortSignal }[];
let answer: (path: string) => Response | Promise<Response>;

beforeEach(() => {
  asked = [];
  searchCache.clear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*\/rest\/v1\//, '');
    asked.push({
      path,
      body: init.body ? JSON.parse(String(init.body)) : null,
      signal: init.signal as AbortSignal,
    });
    return answer(path);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const page = () => Response.json({ teachers: [given], total_count: 13, total_pages: 2 });
const down = () => Response.json({ message: 'down' }, { status: 500 });
const never = () => new AbortController().signal;

test('the cached procedure is called first and its answer mapped', async () => {
  answer = page;
  const result = await searchRemotely(filters, never());
  expect(asked.map(({ path }) => path)).toEqual(['rpc/search_teachers_with_filters_cached']);
  expect(result).toMatchObject({ totalCount: 13, totalPages: 2 });
  expect(result.teachers[0]).toMatchObject({
    cityName: 'Vitória',
    styles: ['Forró'],
    ratingAverage: 4.5,
    isGroup: true,
  });
});

test('the payload has exactly its six keys', async () => {
  answer = page;
  await searchRemotely(filters, never());
  expect(asked[0]?.body).toEqual({
    page_number: 2,
    items_per_page: 12,
    name_filter: 'joão',
    style_filter: 'Forró',
    city_filter: null,
    admin_view: false,
  });
});

test('[B184] total_count and total_pages of a procedure are totalCount and totalPages', async () => {
  answer = () =>
    Response.json({ teachers: [given, { ...given, id: 't2' }], total_count: 26, total_pages: 3 });
  const result = await searchRemotely(filters, never());
  expect(Object.keys(result).sort()).toEqual(['teachers', 'totalCount', 'totalPages']);
  expect([result.teachers.length, result.totalCount, result.totalPages]).toEqual([2, 26, 3]);
});

test('the plain procedure is next, the listings are last, and all give the same cards', async () => {
  answer = page;
  const first = await searchRemotely(filters, never());
  searchCache.clear();
  asked = [];
  answer = (path) => (path.includes('cached') ? down() : page());
  expect(await searchRemotely(filters, never())).toEqual(first);
  expect(asked.map(({ path }) => path)).toEqual([
    'rpc/search_teachers_with_filters_cached',
    'rpc/search_teachers_with_filters',
  ]);
  searchCache.clear();
  asked = [];
  answer = (path) => {
    if (path.startsWith('rpc/')) return down();
    if (path.startsWith('cities')) return Response.json([city]);
    if (path.startsWith('dance_styles')) return Response.json([style]);
    return Response.json([listing], { headers: { 'content-range': '12-12/13' } });
  };
  expect(await searchRemotely(filters, never())).toEqual(first);
  const select = new URLSearchParams(asked.at(-1)?.path.split('?')[1]);
  expect(Object.fromEntries(select)).toMatchObject({
    order: 'rank.asc',
    offset: '12',
    limit: '12',
    folded_name: 'like.*joao*',
    style_ids: 'ov.{s1}',
    _deleted: 'is.false',
  });
});

test('an unknown style finds nothing in the listings either', async () => {
  answer = (path) => (path.startsWith('rpc/') ? down() : Response.json([]));
  expect(await searchRemotely(filters, never())).toEqual({ teachers: [], totalCount: 0, totalPages: 0 });
});

test('a portal in place of the server is a failure, never an empty list', async () => {
  answer = () => new Response('<html>Entre na rede</html>');
  await expect(searchRemotely(filters, never())).rejects.toMatchObject({ kind: 'malformed' });
});

test('the same search within five seconds makes one request', async () => {
  answer = page;
  await searchRemotely(filters, never());
  await searchRemotely({ ...filters }, never());
  expect(asked).toHaveLength(1);
});

test('an aborted search asks no further source', async () => {
  const controller = new AbortController();
  answer = () => {
    controller.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  };
  const failure = await searchRemotely(filters, controller.signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RestFailure);
  expect(failure).toMatchObject({ kind: 'aborted' });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(true);
});

test('a rating that is neither number nor text counts as missing', () => {
  expect(readListing({ ...listing, rating_average: '4.50' }).rating_average).toBe(4.5);
  for (const rating_average of [{ toString: 1, valueOf: 1 }, [], null, undefined])
    expect(readListing({ ...listing, rating_average }).rating_average).toBeNull();
});
