import { expect, it } from 'vitest';
import { GUARDIAN_TERMS, NOT_ACCEPTED } from '@/db/lessons/guardian-terms';
import { checksFrom } from '@/db/rows/checks';
import { BLANK_WISH, readWish, typedWish, wishColumns } from '@/db/rows/wish-fields';
import { guardianError } from './components/guardian-field';

const at = (day: string) => Date.parse(`${day}T12:00:00-03:00`);
/** Identity until 2028, background until the 25th of May 2027 inclusive. */
const CHECKED = checksFrom('i2611281126b2611270526');
const UNCHECKED = checksFrom('i2611281126');
const ACCEPT = 'Aceite os termos para pedir uma aula para menor';
const OTHER = 'Escolha “Para mim”, ou peça a outro professor';

it.each([
  ['lessons of one’s own need no check', '', UNCHECKED, '2026-12-01', undefined],
  ['a checked teacher and accepted terms', GUARDIAN_TERMS, CHECKED, '2026-12-01', undefined],
  ['on the last day of the check', GUARDIAN_TERMS, CHECKED, '2027-05-25', undefined],
  ['on the day after it', GUARDIAN_TERMS, CHECKED, '2027-05-26', OTHER],
  ['a teacher without this check', GUARDIAN_TERMS, UNCHECKED, '2026-12-01', OTHER],
  ['terms that are not accepted', NOT_ACCEPTED, CHECKED, '2026-12-01', ACCEPT],
  ['terms of another version', '0', CHECKED, '2026-12-01', ACCEPT],
])('%s', (_which, value, checks, day, error) => {
  expect(guardianError(value, checks, at(day))).toBe(error);
});

it('the mark goes along with a wish', () => {
  const typed = { ...BLANK_WISH, guardian: GUARDIAN_TERMS, message: 'Xote.' };
  const columns = wishColumns(typed);
  expect(columns).toMatchObject({ guardian_terms: GUARDIAN_TERMS, message: 'Xote.' });
  expect(typedWish(columns)).toEqual(typed);
  expect(readWish(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  expect(wishColumns(BLANK_WISH).guardian_terms).toBeNull();
});
