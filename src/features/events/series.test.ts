import { describe, expect, it } from 'vitest';
import { wallTimeAt } from '@/lib/wall-time';
import { confirmedDays, confirmedText, isStale, presentAfter } from './confirmed';
import { ZONE } from './dates';
import type { DanceEvent } from './schema';
import { datesBetween, datesOf, everyText, onDate } from './series';

const DAY = 86_400_000;
const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-11-26T12:00:00-03:00');
const series = (more: Partial<DanceEvent> = {}): DanceEvent => ({
  id: 'e',
  slug: 'forro-na-praca',
  title: 'Forró na Praça',
  kind: 'baile',
  styleIds: [],
  cityId: 'c',
  venue: null,
  startsAt: at('2026-11-03T20:00:00-03:00'),
  endsAt: at('2026-11-03T23:00:00-03:00'),
  price: null,
  url: null,
  description: null,
  organiser: null,
  weekly: { until: null, off: [] },
  confirmedAt: at('2026-11-20T23:30:00-03:00'),
  authorTag: null,
  going: {},
  updatedAt: 0,
  ...more,
});
const days = (event: DanceEvent, now = NOW) =>
  datesOf(event, now).map(({ startsAt }) => wallTimeAt(startsAt, ZONE).slice(0, 10));

describe('the dates of a series', () => {
  it('are those of the next five weeks that are not over, without the called off ones', () => {
    expect(days(series())).toEqual(['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']);
    expect(days(series({ weekly: { until: '2026-12-15', off: ['2026-12-08'] } }))).toEqual([
      '2026-12-01',
      '2026-12-15',
    ]);
    expect(days(series({ weekly: { until: '2026-11-25', off: [] } }))).toEqual([]);
  });

  it('stay in the agenda until they end, and begin with the first', () => {
    expect(days(series(), at('2026-12-01T22:59:00-03:00'))[0]).toBe('2026-12-01');
    expect(days(series(), at('2026-12-01T23:00:00-03:00'))[0]).toBe('2026-12-08');
    expect(days(series({ startsAt: at('2027-03-02T20:00:00-03:00'), endsAt: null }))[0]).toBe('2027-03-02');
  });

  it('of an open-ended one go no further than 180 days after it began or was confirmed', () => {
    const last = datesBetween(series(), NOW, NOW + 400 * DAY).at(-1);
    expect(last?.day).toBe('2027-05-18');
    expect(days(series({ startsAt: NOW - 210 * DAY, endsAt: null, confirmedAt: NOW - 200 * DAY }))).toEqual(
      [],
    );
  });

  it('a page shows the date that was asked for, else the next one, else the stored one', () => {
    expect(onDate(series(), NOW, '2026-12-15').startsAt).toBe(at('2026-12-15T20:00:00-03:00'));
    expect(onDate(series(), NOW, '2026-12-16').startsAt).toBe(at('2026-12-01T20:00:00-03:00'));
    const over = series({ weekly: { until: '2026-11-10', off: [] } });
    expect(onDate(over, NOW)).toBe(over);
    const single = series({ weekly: null, startsAt: NOW + DAY, endsAt: null });
    expect(datesOf(single, NOW)).toEqual([single]);
    expect(datesBetween(single, NOW, NOW + 9 * DAY)).toEqual([]);
  });

  it('are said in words', () => {
    expect(everyText(series())).toBe('Toda terça, 20:00 às 23:00');
    expect(everyText(series({ weekly: null }))).toBeNull();
  });
});

describe('the confirmation', () => {
  it('grows old by the days of Brasília', () => {
    const text = (iso: string, more: Partial<DanceEvent> = {}) => confirmedText(series(more), at(iso));
    expect(text('2026-11-20T23:59:00-03:00')).toBe('confirmado hoje');
    expect(text('2026-11-21T00:01:00-03:00')).toBe('confirmado ontem');
    expect(text('2026-11-25T12:00:00-03:00')).toBe('confirmado há 5 dias');
    expect(text('2026-12-19T12:00:00-03:00')).toBe('confirmado há 29 dias');
    expect(text('2026-12-20T00:01:00-03:00')).toBe('sem confirmação há 30 dias: pergunte antes de ir');
    expect(text('2026-12-20T12:00:00-03:00', { weekly: null })).toBe('confirmado há 30 dias');
    expect(text('2026-12-20T12:00:00-03:00', { confirmedAt: null })).toBeNull();
    expect(isStale(series({ confirmedAt: null }), NOW)).toBe(false);
  });

  it('is not from the future on a slow phone, which takes the newest time that the server has written', () => {
    const slow = at('2026-01-01T00:00:00-03:00');
    expect(confirmedDays(series(), slow)).toBe(0);
    const newest = series({ confirmedAt: null, updatedAt: NOW });
    expect(presentAfter([series(), newest], slow)).toBe(NOW);
    expect(confirmedText(series(), presentAfter([series(), newest], slow))).toBe('confirmado há 6 dias');
    expect(presentAfter([newest], NOW + 1)).toBe(NOW + 1);
  });
});
