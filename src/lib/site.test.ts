import { expect, test } from 'vitest';
import { siteAddress } from './site';

test('a shared link leads to the origin of the page when no site is configured', () => {
  expect(siteAddress('/teachers/marina-couto')).toBe(`${location.origin}/teachers/marina-couto`);
  expect(location.origin).not.toBe('http://localhost:4000');
});
