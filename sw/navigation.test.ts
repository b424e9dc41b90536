import { expect, test } from 'vitest';
import { NOT_THE_APP } from './navigation';

const isApp = (path: string) => !NOT_THE_APP.some((pattern) => pattern.test(path));

test.each([
  '/',
  '/search',
  '/search?name=a.b',
  '/teachers/ana-lima',
  '/teachers/1f0c7f5e-1111',
  '/restaurante',
  '/authors',
  '/teachers/Ana-Lima',
  '/teachers/ana-lima.',
  '//search/',
  '/SEARCH',
])('the app answers for %s', (path) => expect(isApp(path)).toBe(true));

test.each([
  '/rest/v1/rpc/pull_cities',
  '/auth/v1/verify?token=x',
  '/storage/v1/object/public/a/b.webp',
  '/functions/v1/hello',
  '/realtime/v1/websocket',
  '/_mailbox',
  '/_mailbox/3',
  '/_mailbox?to=ana',
  '/robots.txt',
  '/assets/index-abc.js',
  '/sitemap.xml?page=2',
])('the server answers for %s', (path) => expect(isApp(path)).toBe(false));
