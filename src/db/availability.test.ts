import { expect, it, test } from 'vitest';
import { DAY_KEYS, filterText, slotBits, slotOf, TIME_KEYS, wantedBits } from './availability';
import { daysOffered, timesOffered } from './offered-times';

const EVERY = DAY_KEYS.flatMap((day) => TIME_KEYS.map((time) => slotOf(day, time)));

it('gives each of the 21 slots a bit of its own', () => {
  expect(new Set(EVERY.map((slot) => slotBits([slot]))).size).toBe(21);
  expect(slotBits(EVERY)).toBe(2 ** 21 - 1);
  expect(slotBits(['feriado-manha'])).toBe(0);
});

it('lists days and times in the order of the week', () => {
  const slots = ['domingo-tarde', 'segunda-noite', 'segunda-manha'];
  expect(daysOffered(slots)).toEqual([
    { day: 'segunda', times: ['manha', 'noite'] },
    { day: 'domingo', times: ['tarde'] },
  ]);
  expect(timesOffered(['segunda-noite', 'domingo-manha'])).toEqual(['manha', 'noite']);
});

test.each([
  ['sabado', 3, 'Sábado'],
  ['noite', 7, 'À noite'],
  ['sabado-manha', 1, 'Sábado de manhã'],
  ['SÁBADO-Manhã', 1, 'Sábado de manhã'],
  ['feriado', 0, 'feriado'],
  ['sabado-', 0, 'sabado-'],
])('the filter %s has %i slots and reads %s', (filter, count, text) => {
  expect(EVERY.filter((slot) => (slotBits([slot]) & wantedBits(filter)) !== 0)).toHaveLength(count);
  expect(filterText(filter)).toBe(text);
});
