import { expect, it } from 'vitest';
import { checksFrom, endOf, holds } from './checks';
import { dayNumber, NO_END, untilTomorrow } from './listed-checks';

it('reads what was checked, in which month and until when', () => {
  expect(checksFrom('i2611281126b2611270526')).toEqual([
    { kind: 'identity', month: '2026-11', until: '2028-11-26' },
    { kind: 'background', month: '2026-11', until: '2027-05-26' },
  ]);
  expect(checksFrom(null)).toEqual([]);
  expect(checksFrom('x')).toEqual([]);
});

it('holds until the day before, in São Paulo', () => {
  const [check] = checksFrom('i2611281126');
  if (!check) throw new Error('no check was read');
  expect(holds(check, Date.parse('2028-11-26T02:59:59Z'))).toBe(true);
  expect(holds(check, Date.parse('2028-11-26T03:00:00Z'))).toBe(false);
});

it('counts the same days in numbers', () => {
  const end = endOf('i2611281126');
  expect(dayNumber(Date.parse('2028-11-26T02:59:59Z')) < end).toBe(true);
  expect(dayNumber(Date.parse('2028-11-26T03:00:00Z')) < end).toBe(false);
  expect(untilTomorrow(Date.parse('2028-11-26T02:00:00Z'))).toBe(3_600_000);
  // No list, and one that does not begin with the identity.
  expect([endOf(undefined), endOf('w2611271126')]).toEqual([NO_END, NO_END]);
});
