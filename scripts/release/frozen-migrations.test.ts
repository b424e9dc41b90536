// @vitest-environment node
import { expect, it } from 'vitest';
import { freeze, frozenFaults, readFrozen } from './frozen-migrations';

it('released migrations are as they were, and new ones come after them', () => {
  const released = readFrozen();
  // Nothing is frozen before the first release.
  expect(released === null ? [] : frozenFaults(released, freeze())).toEqual([]);
});

it('a changed, a removed and an early file are found', () => {
  const released = { migrations: { '20260101000000_a.sql': 'a', '20260102000000_b.sql': 'b' } };
  const later = { '20260103000000_c.sql': 'c' };
  expect(frozenFaults(released, { migrations: { ...released.migrations, ...later } })).toEqual([]);
  expect(
    frozenFaults(released, {
      migrations: { '20260101000000_a.sql': 'x', '20260101120000_d.sql': 'd', ...later },
    }),
  ).toEqual([
    '20260101000000_a.sql was released and has changed',
    '20260102000000_b.sql was released and is gone',
    '20260101120000_d.sql is new, but its stamp is not after that of 20260102000000_b.sql: db push would refuse it',
  ]);
});

it('this tree’s files have checksums', () => {
  const { migrations } = freeze();
  expect(Object.keys(migrations).length).toBeGreaterThan(0);
  for (const sum of Object.values(migrations)) expect(sum).toMatch(/^[0-9a-f]{64}$/);
});
