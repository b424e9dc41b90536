import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff } from './backoff';

const waits = (spec: Parameters<typeof backoff>[0], random = () => 0.5) =>
  [0, 1, 2, 3, 4].map((before) => backoff(spec, before, random));

test('each wait is twice the one before, up to the longest', () => {
  expect(waits({ first: 1_000, longest: 6_000 })).toEqual([1_000, 2_000, 4_000, 6_000, 6_000]);
  expect(waits({ first: 1_000, longest: 20_000, growth: 4 })).toEqual([1_000, 4_000, 16_000, 20_000, 20_000]);
});

test('the random part lies between the two shares of the wait', () => {
  const spec = { first: 1_000, longest: 4_000, jitter: [0.5, 1] } as const;
  expect(backoff(spec, 1, () => 0)).toBe(1_000);
  expect(backoff(spec, 1, () => 0.5)).toBe(1_500);
  expect(backoff(spec, 9, () => 1)).toBe(4_000);
  expect(backoff({ ...spec, jitter: [0.75, 1.25] }, 0, () => 1)).toBe(1_250);
});

test('a wait never shrinks, and stays a number after any count of failures', () => {
  fc.assert(
    fc.property(
      fc.nat(5_000),
      fc.nat(5_000),
      fc.integer({ min: 1, max: 60_000 }),
      fc.integer({ min: 60_000, max: 1e8 }),
      (before, more, first, longest) => {
        const spec = { first, longest };
        expect(backoff(spec, before + more)).toBeGreaterThanOrEqual(backoff(spec, before));
        expect(backoff(spec, before)).toBeLessThanOrEqual(longest);
      },
    ),
  );
});
