import { expect, it } from 'vitest';
import { suggestedAfter, suggestedStart } from './lesson-suggestion';

const ZONE = 'America/Sao_Paulo';
/** A Tuesday, 22:00. */
const now = Date.parse('2026-12-01T22:00:00-03:00');

it.each([
  [['quinta', 'sabado'], ['noite'], '2026-12-03', '19:00'],
  [['terca'], ['manha', 'noite'], '2026-12-08', '09:00'],
  [['domingo'], [], '2026-12-06', ''],
  [[], ['tarde'], '', '15:00'],
])('the days %o and times %o suggest %s %s', (days, times, date, time) =>
  expect(suggestedStart(days, times, now, ZONE)).toEqual({ date, time }),
);

it.each([
  ['2026-12-03T18:30', '2026-12-10'],
  ['2026-12-01T18:30', '2026-12-08'],
  ['2026-11-24T21:59', '2026-12-08'],
  ['2026-11-24T22:01', '2026-12-01'],
  ['2025-12-02T18:30', '2026-12-08'],
])('after a lesson at %s the next one is suggested for %s, at the same hour', (starts_local, date) =>
  expect(suggestedAfter({ starts_local, zone: ZONE }, now)).toEqual({ date, time: starts_local.slice(11) }),
);
