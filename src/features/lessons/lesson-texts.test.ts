import { describe, expect, it } from 'vitest';
import { storedSeries } from '../../../tests/support/lesson-samples';
import {
  centsOf,
  dayText,
  hoursText,
  lengthText,
  priceText,
  seriesDates,
  spanText,
  startText,
  toldTexts,
  weeklyText,
  weekText,
  zoneText,
} from './lesson-texts';

const ZONE = 'America/Sao_Paulo';
const now = Date.parse('2026-11-26T23:30:00-03:00');
const on = (starts_local: string) => ({ starts_local, zone: ZONE });

describe('the day of a lesson', () => {
  it.each([
    ['2026-11-26T08:00', 'hoje'],
    ['2026-11-27T00:10', 'amanhã'],
    ['2026-11-25T22:00', 'ontem'],
    ['2026-11-28T18:30', 'sáb., 28 de nov.'],
    ['2027-01-02T18:30', 'sáb., 2 de jan. de 2027'],
  ])('%s is %s in its own zone', (local, text) => expect(dayText(on(local), now)).toBe(text));
});

it('a lesson is said with its hours, across midnight too', () => {
  const terms = { ...on('2026-12-03T18:30'), minutes: 60, place: null, price_cents: null };
  expect(startText(terms, now)).toBe('Qui., 3 de dez., 18:30–19:30');
  expect(hoursText({ starts_local: '2026-12-03T23:30', minutes: 90 })).toBe('23:30–01:00');
  expect(weeklyText(terms)).toBe('toda quinta, 18:30');
  expect(weeklyText(on('2026-12-05T09:00'))).toBe('todo sábado, 09:00');
  expect(spanText('2026-12-03T18:30', 12)).toBe('de qui., 3 de dez. a qui., 18 de fev. de 2027');
});

it('lengths and prices', () => {
  expect([30, 60, 90, 125].map(lengthText)).toEqual(['30 min', '1 h', '1 h 30', '2 h 5']);
  expect([0, 5, 12_050, 1_000_000].map(priceText)).toEqual([
    'R$ 0,00',
    'R$ 0,05',
    'R$ 120,50',
    'R$ 10.000,00',
  ]);
});

describe('an amount that was typed', () => {
  it.each([
    ['', null],
    [' ', null],
    ['120', 12_000],
    ['R$ 120,5', 12_050],
    ['1.200,00', 120_000],
    ['1200,00', 120_000],
    ['12.5', undefined],
    ['12,345', undefined],
    ['-5', undefined],
    ['cem', undefined],
  ])('%j', (typed, cents) => expect(centsOf(typed)).toBe(cents));

  it('is read again from what is shown of it', () => {
    for (const cents of [0, 1, 99, 100, 123_456, 1_000_000]) expect(centsOf(priceText(cents))).toBe(cents);
  });
});

it('a phone in another zone is told its own hour, and the day where it differs', () => {
  const terms = {
    ...on('2026-12-03T23:30'),
    minutes: 60,
    place: null,
    price_cents: null,
    starts_at: '2026-12-04T02:30:00.000Z',
  };
  expect(zoneText(terms, ZONE)).toBeNull();
  expect(zoneText(terms, 'America/Manaus')).toBe('Hora de Sao Paulo; neste aparelho são 22:30.');
  expect(zoneText(terms, 'Europe/Lisbon')).toBe(
    'Hora de Sao Paulo; neste aparelho são 02:30 de sex., 4 de dez.',
  );
});

it('the dates of a series, without those that are left out', () => {
  expect(seriesDates('2026-12-24T18:30', 4, [1])).toEqual([
    'qui., 24 de dez.',
    'qui., 7 de jan. de 2027',
    'qui., 14 de jan. de 2027',
  ]);
});

it('how a lesson went is said with who said it', () => {
  const told = (
    student_outcome: 'held' | 'student_missed' | null,
    teacher_outcome: 'held' | 'student_missed',
  ) => storedSeries({ student_outcome, teacher_outcome }).map((row) => toldTexts(row, 'Ana'))[0];
  expect(told('held', 'student_missed')).toEqual([
    'Você contou que a aula aconteceu.',
    'Ana contou que você não foi.',
  ]);
  expect(told('student_missed', 'held')).toEqual([
    'Você contou que não foi.',
    'Ana contou que a aula aconteceu.',
  ]);
  expect(told(null, 'held')).toEqual(['Ana contou que a aula aconteceu.']);
});

it('a week is named by its distance, else by its first and last day', () => {
  expect([-1, 0, 1].map((away) => weekText('2026-11-23', away, '2026'))).toEqual([
    'Semana passada',
    'Esta semana',
    'Próxima semana',
  ]);
  expect(weekText('2026-12-07', 2, '2026')).toBe('Semana de 7 a 13 de dez.');
  expect(weekText('2026-11-30', 2, '2026')).toBe('Semana de 30 de nov. a 6 de dez.');
  expect(weekText('2026-12-28', 5, '2026')).toBe('Semana de 28 de dez. a 3 de jan. de 2027');
});
