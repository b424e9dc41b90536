import { expect, test } from 'vitest';
import { AtOnce, Pace } from '../../supabase/embedded/address-limits';

test('an address may have a limited number in progress, others are not blocked, and each end makes room', () => {
  const open = new AtOnce(2);
  const first = open.enter('a');
  expect([first !== null, open.enter('a') !== null, open.enter('a')]).toEqual([true, true, null]);
  expect(open.enter('b')).not.toBeNull();
  first?.();
  first?.();
  expect([open.enter('a') !== null, open.enter('a')]).toEqual([true, null]);
  expect(open.enter('c', 3)).toBeNull();
});

test('[T055] an address may do a limited number at once, and more as time goes by', () => {
  let now = 0;
  const pace = new Pace({ most: 2, within: 1000 }, () => now);
  const take = () => pace.take('a');
  expect([take(), take(), take()]).toEqual([true, true, false]);
  expect(pace.take('b')).toBe(true);
  now = 500;
  expect([take(), take()]).toEqual([true, false]);
  now = 60_000;
  expect([take(), take(), take()]).toEqual([true, true, false]);
});
