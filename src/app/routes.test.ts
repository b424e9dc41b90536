import { expect, it } from 'vitest';
import { type AppRoute, PATTERNS, ROUTES } from './routes';

it('every page that is loaded before the tap is in the table', () => {
  const next = (ROUTES as readonly AppRoute[]).flatMap((route) => route.next ?? []);
  expect(next.length).toBeGreaterThan(0);
  for (const path of next) expect(PATTERNS).toContain(path);
});
