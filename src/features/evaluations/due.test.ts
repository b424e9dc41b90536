import { describe, expect, it } from 'vitest';
import { isEvaluationDue } from './due';

/** Wednesday, 11 November 2026, 21:30 in São Paulo: already Thursday in UTC. */
const ACCEPTED = '2026-11-12T00:30:00Z';

const at = (days: string[], now: string, answered_at: string | null = ACCEPTED) =>
  isEvaluationDue(
    { answered_at, request_date: '2026-11-10T12:00:00Z', preferred_days: days },
    Date.parse(now),
  );

describe('the invitation to evaluate', () => {
  it.each([
    ['the requested day itself', ['quinta'], '2026-11-13T02:59:00Z', false],
    ['the day after the requested one', ['quinta'], '2026-11-13T03:00:00Z', true],
    ['the first of several days', ['segunda', 'sexta'], '2026-11-14T03:00:00Z', true],
    ['before the first of several days is over', ['segunda', 'sexta'], '2026-11-13T12:00:00Z', false],
    ['a day that is more than three days away', ['terca'], '2026-11-16T12:00:00Z', false],
    ['the weekday of the acceptance: the next one counts', ['quarta'], '2026-11-12T12:00:00Z', false],
    ['a week after it', ['quarta'], '2026-11-19T03:00:00Z', true],
    ['any day, before three days', [], '2026-11-15T00:29:59Z', false],
    ['any day, after three days', [], '2026-11-15T00:30:00Z', true],
    ['a day that this release does not know', ['feriado'], '2026-11-15T00:30:00Z', true],
  ])('%s', (_, days, now, due) => expect(at(days, now)).toBe(due));

  it('counts from the request where the time of the answer is missing', () => {
    expect(at([], '2026-11-13T11:00:00Z', null)).toBe(false);
    expect(at([], '2026-11-13T12:00:00Z', null)).toBe(true);
  });

  it('is not withheld because of a date that cannot be read', () => {
    expect(at(['quinta'], '2026-11-12T12:00:00Z', 'ontem')).toBe(true);
  });
});
