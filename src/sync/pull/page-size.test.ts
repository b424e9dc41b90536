import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUEST_TIMEOUT } from '@/lib/rest';
import { PageSize, PULL_PAGE } from './page-size';

test('begins small, and grows while pages come quickly', () => {
  const size = new PageSize();
  expect(size.rows).toBe(PULL_PAGE);
  for (let page = 0; page < 10; page++) size.came(200);
  expect(size.rows).toBe(2_000);
});

test('on any network that can carry one row in time, a page eventually arrives and pages stop shrinking', () => {
  // Round trip, and milliseconds per row.
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      fc.double({ min: 0, max: 14_000, noNaN: true }),
      (trip, each) => {
        const size = new PageSize();
        let came = 0;
        for (let page = 0; page < 30; page++) {
          const took = trip + size.rows * each;
          expect(size.rows).toBeGreaterThanOrEqual(1);
          expect(size.rows).toBeLessThanOrEqual(2_000);
          if (took > REQUEST_TIMEOUT) size.timedOut();
          else {
            size.came(took);
            came += 1;
          }
        }
        expect(came).toBeGreaterThan(20);
      },
    ),
  );
});

test('on a network where even one row is slow, pages do not shrink for being slow alone', () => {
  const size = new PageSize();
  for (let page = 0; page < 10; page++) size.came(6_000);
  expect(size.rows).toBeGreaterThan(25);
});
