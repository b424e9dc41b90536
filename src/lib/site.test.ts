import { expect, test } from 'vitest';
import { siteAddress } from './site';

test('a link that is shared leads to where the page came from when no site is configured', () => {
  expect(siteAddress('/teachers/marina-couto')).toBe(`${location.origin}/teachers/marina-couto`);
  expect(location.origin).not.toBe('http://localhost:4000');
});
