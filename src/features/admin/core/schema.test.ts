import { expect, test } from 'vitest';
import { maybeNumber } from './schema';

test('a number may come as number or text, and any other text is refused instead of shown as NaN', () => {
  expect([4.5, '4.50', null, undefined].map((value) => maybeNumber.parse(value))).toEqual([
    4.5,
    4.5,
    null,
    null,
  ]);
  for (const value of ['quatro', 'NaN', true, {}]) expect(maybeNumber.safeParse(value).success).toBe(false);
});
