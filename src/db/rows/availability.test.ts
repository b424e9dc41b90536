import { expect, it, test } from 'vitest';
import { filterText } from '@/db/words/half-day-words';
import { daysOffered, filterOf, halfDaysOf, timesOffered } from '@/db/words/half-days';
import { DAY_KEYS, slotBits, slotOf, TIME_KEYS, wantedBits, wantedSlots } from './availability';

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
  ['sabado-manha.noite', 8, 'Sábado de manhã, À noite'],
  ['sabado.feriado', 3, 'Sábado, feriado'],
  ['feriado', 0, 'feriado'],
  ['sabado-', 0, 'sabado-'],
])('the filter %s has %i slots and reads %s', (filter, count, text) => {
  expect(EVERY.filter((slot) => (slotBits([slot]) & wantedBits(filter)) !== 0)).toHaveLength(count);
  expect(filterText(filter)).toBe(text);
});

it('writes chosen half-days as the shortest filter, which chooses them again', () => {
  expect(filterOf([])).toBe('');
  expect(filterOf(EVERY)).toBe('');
  expect(filterOf(DAY_KEYS.map((day) => slotOf(day, 'noite')))).toBe('noite');
  expect(filterOf(['sabado-noite', 'sabado-manha', 'sabado-tarde', 'segunda-noite'])).toBe(
    'segunda-noite.sabado',
  );
  for (let bits = 1; bits < 2 ** 21 - 1; bits += 99_991) {
    const chosen = EVERY.filter((_, place) => bits & (1 << place));
    expect(wantedSlots(filterOf(chosen))).toEqual(chosen);
    expect(filterOf(chosen).length).toBeLessThan(200);
  }
});

it('reads the half-days of a request, which names days and times', () => {
  expect(halfDaysOf([], [])).toEqual([]);
  expect(halfDaysOf(['terca'], [])).toEqual(['terca-manha', 'terca-tarde', 'terca-noite']);
  expect(halfDaysOf(['terca', 'quinta'], ['noite'])).toEqual(['terca-noite', 'quinta-noite']);
});
