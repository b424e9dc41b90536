import { expect, it } from 'vitest';
import { isRenamed, type RecordedCheck } from './teacher';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const check = (more: Partial<RecordedCheck> = {}): RecordedCheck => ({
  id: 'c1',
  kind: 'identity',
  outcome: 'passed',
  checked_at: '2026-10-01T12:00:00Z',
  expires_on: '2028-10-01',
  note: null,
  checked_by: null,
  revoked_at: null,
  revoked_by: null,
  revoke_reason: null,
  renamed_at: null,
  checked_name: null,
  ...more,
});
const marked = check({ renamed_at: '2026-11-20T12:00:00Z', checked_name: 'Nina Espera' });

it('the identity is to be looked at again while no check that holds has the present name', () => {
  expect(isRenamed([], NOW)).toBe(false);
  expect(isRenamed([check()], NOW)).toBe(false);
  expect(isRenamed([marked], NOW)).toBe(true);
  expect(isRenamed([marked, check()], NOW)).toBe(false);
  // Neither a revoked, an ended, a failed nor another check settles it.
  const others = [
    check({ revoked_at: '2026-11-21T12:00:00Z' }),
    check({ expires_on: '2026-11-26' }),
    check({ outcome: 'failed', expires_on: null }),
    check({ kind: 'whatsapp' }),
  ];
  expect(isRenamed([marked, ...others], NOW)).toBe(true);
  expect(isRenamed([check({ ...marked, revoked_at: '2026-11-21T12:00:00Z' })], NOW)).toBe(false);
});
