import { expect, it } from 'vitest';
import { PATTERNS, ROUTES } from '@/app/routes';
import { SHARED_PAGES, type Shared, sharedLink } from './shared-link';

const ORIGINS = ['https://danceflix.example', 'http://localhost:4000'];
const link = (part: Partial<Shared>) => sharedLink({ title: null, text: null, url: null, ...part }, ORIGINS);
const ours = (path: string) => ({ kind: 'ours', path });

it('opens a shared teacher’s page, whichever field the sharing app used', () => {
  const address = 'https://danceflix.example/teachers/marina-couto';
  expect(link({ url: address })).toEqual(ours('/teachers/marina-couto'));
  expect(link({ text: `Conheça Marina: ${address}.` })).toEqual(ours('/teachers/marina-couto'));
  expect(link({ title: 'Marina', text: `${address}?utm=zap#fotos` })).toEqual(
    ours('/teachers/marina-couto?utm=zap'),
  );
  expect(link({ url: 'http://localhost:4000/teachers/ana/' })).toEqual(ours('/teachers/ana'));
  expect(link({ text: `https://outro.example/x ${address}` })).toEqual(ours('/teachers/marina-couto'));
});

it('recognises addresses of other sites, however they are disguised', () => {
  for (const url of [
    'https://mal.example/teachers/ana',
    'https://danceflix.example.mal.example/teachers/ana',
    'https://danceflix.example@mal.example/teachers/ana',
    'https://ana:senha@danceflix.example/teachers/ana',
    'https://danceflix.example//mal.example/teachers',
    'https://',
  ])
    expect(['foreign', 'none'], url).toContain(link({ url }).kind);
  expect(link({ url: 'javascript:alert(1)' })).toEqual({ kind: 'none' });
  expect(link({ text: 'só texto' })).toEqual({ kind: 'none' });
  expect(link({})).toEqual({ kind: 'none' });
});

it('never opens account pages or pages that do not exist', () => {
  for (const path of [
    '/login?redirect=/admin',
    '/reset-password#access_token=x',
    '/share?url=x',
    '/x',
    '/teachers/a/b',
  ])
    expect(link({ url: `https://danceflix.example${path}` }), path).toEqual({ kind: 'unknown' });
});

it('every shareable page is a route of the app', () => {
  const paths = ROUTES.map(({ path }) => path.replace(/:\w+/g, 'x'));
  for (const page of SHARED_PAGES)
    expect(
      paths.some((path) => page.test(path)),
      String(page),
    ).toBe(true);
  for (const path of ['/search', '/festivais-forro', '/congressos-zouk', '/congressos-samba'])
    expect(PATTERNS).toContain(path);
});
