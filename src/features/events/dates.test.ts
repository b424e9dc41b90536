import { describe, expect, it } from 'vitest';
import { byMonth, nearness, overAt, sheet, shortWhen, whenText } from './dates';

const at = (iso: string) => Date.parse(iso);
const span = (start: string, end: string | null = null) => ({
  startsAt: at(start),
  endsAt: end === null ? null : at(end),
  weekly: null,
  confirmedAt: null,
});
const NOW = at('2026-11-21T12:00:00-03:00');

describe('months of the agenda', () => {
  it('follow the clock of Brasília: New Year’s Eve there is December, though UTC says January', () => {
    const eve = span('2027-01-01T01:00:00Z');
    const day = span('2027-01-01T03:00:00Z');
    expect(byMonth([day, eve], NOW).map(({ key, title, events }) => [key, title, events])).toEqual([
      ['2026-12', 'Dezembro de 2026', [eve]],
      ['2027-01', 'Janeiro de 2027', [day]],
    ]);
    expect(sheet(eve.startsAt)).toEqual({ day: '31', month: 'dez', weekday: 'qui' });
  });

  it('hold events that are not over, in order; one that began in an earlier month is in the current one', () => {
    const over = span('2026-11-01T20:00:00-03:00', '2026-11-02T02:00:00-03:00');
    const running = span('2026-10-30T09:00:00-03:00', '2026-11-22T18:00:00-03:00');
    const later = span('2026-11-28T22:00:00-03:00');
    expect(byMonth([later, over, running], NOW)).toMatchObject([
      { key: '2026-11', events: [running, later] },
    ]);
    expect(byMonth([over], NOW)).toEqual([]);
  });

  it('put a series that nobody confirmed for thirty days below the others of its month', () => {
    const weekly = { until: null, off: [] };
    const stale = { ...span('2026-11-24T20:00:00-03:00'), weekly, confirmedAt: NOW - 30 * 86_400_000 };
    const fresh = { ...stale, confirmedAt: NOW - 29 * 86_400_000, startsAt: stale.startsAt + 1 };
    const later = span('2026-11-28T22:00:00-03:00');
    expect(byMonth([stale, fresh, later], NOW)[0]?.events).toEqual([fresh, later, stale]);
  });

  it('drop an event when it ends by this phone’s clock', () => {
    const ball = span('2026-11-21T22:00:00-03:00', '2026-11-22T03:00:00-03:00');
    expect(byMonth([ball], at('2026-11-22T02:59:59-03:00'))).toHaveLength(1);
    expect(byMonth([ball], at('2026-11-22T03:00:00-03:00'))).toEqual([]);
    expect(overAt(span('2026-11-21T22:00:00-03:00'))).toBe(at('2026-11-22T04:00:00-03:00'));
  });
});

describe('the time of an event as text', () => {
  it('an event over midnight shows both hours on the day of its start', () => {
    const ball = span('2026-12-05T22:00:00-03:00', '2026-12-06T03:00:00-03:00');
    expect(whenText(ball, NOW)).toBe('sábado, 5 de dezembro, 22:00 às 03:00');
    expect(shortWhen(ball)).toBe('22:00 às 03:00');
  });

  it('an event of several days shows both days, and the year when it is not the current one', () => {
    const festival = span('2027-01-29T14:00:00-03:00', '2027-02-01T18:00:00-03:00');
    expect(whenText(festival, NOW)).toBe(
      'sexta-feira, 29 de janeiro a segunda-feira, 1 de fevereiro de 2027',
    );
    expect(shortWhen(festival)).toBe('29 jan a 1 fev');
    expect(shortWhen(span('2026-12-05T09:00:00-03:00', '2026-12-07T18:00:00-03:00'))).toBe('5 a 7 dez');
  });

  it.each([
    ['2026-11-21T22:00:00-03:00', 'Hoje'],
    ['2026-11-22T22:00:00-03:00', 'Amanhã'],
    ['2026-11-23T08:00:00-03:00', null],
    ['2026-11-21T11:00:00-03:00', 'Acontecendo agora'],
    ['2026-11-20T11:00:00-03:00', null],
  ])('%s is %s', (start, words) => {
    expect(nearness(span(start), NOW)).toBe(words);
  });
});
