import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CRITERIA } from '@/db/search/search-rules';
import { loadPage } from './router/page-modules';
import { ALL_ROUTES } from './router/route-of';
import { PATTERNS } from './routes';

it('every prefetched page is in the table', () => {
  const next = ALL_ROUTES.flatMap((route) => route.next ?? []);
  expect(next.length).toBeGreaterThan(0);
  for (const path of next) expect(PATTERNS).toContain(path);
});

it('every path is written once', () => {
  expect(PATTERNS).toEqual([...new Set(PATTERNS)]);
});

it.each(ALL_ROUTES.map((route) => [route.path, route] as const))(
  '%s has a page',
  async (_, route) => {
    expect(await loadPage(route)).toBeTypeOf('function');
  },
  60_000,
);

it('boot.js waits for the app with each query name that changes the page, and with no other', () => {
  const boot = readFileSync('public/boot.js', 'utf8');
  const [, names = ''] = /\/\[\?&\]\(([\w|]+)\)=\/\.test\(\s*location\.search,?\s*\)/.exec(boot) ?? [];
  expect(names.split('|').sort()).toEqual(
    [...new Set(ALL_ROUTES.flatMap(({ query }) => query ?? []))].sort(),
  );
});

it('the search waits for each of its filters', () => {
  const search = ALL_ROUTES.find(({ path }) => path === '/search');
  expect(search?.query).toEqual(['name', 'style', 'city', ...CRITERIA, 'page']);
});
