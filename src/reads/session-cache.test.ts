import { expect, test } from 'vitest';
import { SessionCache } from './session-cache';

test('[B272] keeps twenty responses and drops the oldest', () => {
  const cache = new SessionCache<number>(5_000, 20, () => 0);
  for (let n = 0; n < 21; n++) cache.set(`search ${n}`, n);
  expect(cache.size).toBe(20);
  expect(cache.get('search 0')).toBeNull();
  expect(cache.get('search 20')).toBe(20);
});

test('keeps a response for five seconds and no longer', () => {
  let now = 0;
  const cache = new SessionCache<string>(5_000, 20, () => now);
  cache.set('a', 'answer');
  now = 4_999;
  expect(cache.get('a')).toBe('answer');
  now = 5_000;
  expect(cache.get('a')).toBeNull();
});
