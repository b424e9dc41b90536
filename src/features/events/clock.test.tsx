// @vitest-environment happy-dom
/** The agenda on a phone whose clock is wrong. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnDifference } from '@/lib/learn-server-clock';
import { forgetServerClock } from '@/lib/server-clock';
import { confirmedText } from './confirmed';
import { useUpcomingEvents } from './queries';
import { parseEvent } from './schema';

const TRUE = Date.UTC(2026, 10, 26, 15);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const iso = (time: number) => new Date(time).toISOString();

const event = (id: string, startsAt: number, more: object = {}) =>
  parseEvent({
    ...{ id, slug: id, kind: 'event', sort_key: '', updated_at: iso(TRUE - 40 * DAY) },
    data: {
      ...{ title: id, event_kind: 'baile', style_ids: [], city_id: 'c', starts_at: iso(startsAt) },
      ...{ ends_at: iso(startsAt + HOUR), confirmed_at: iso(TRUE - 40 * DAY), ...more },
    },
  });
const EVENTS = vi.hoisted(() => ({ data: [] as unknown[] }));
vi.mock('@/reads/use-content', () => ({
  useContent: () => ({ status: 'ready', data: EVENTS.data, retry: () => undefined }),
}));
vi.mock('@/reads/hidden-authors', () => ({ useHiddenAuthors: () => new Set() }));

beforeEach(() => {
  forgetServerClock();
  vi.useFakeTimers({ now: TRUE });
  EVENTS.data = [
    event('over', TRUE - 5 * HOUR),
    event('tonight', TRUE + 5 * HOUR),
    event('weekly', TRUE - 60 * DAY, { weekly: true, confirmed_at: iso(TRUE - 29 * DAY) }),
  ];
});
afterEach(() => vi.useRealTimers());

function agenda() {
  const { result } = renderHook(() => useUpcomingEvents());
  return () => ({
    shown: result.current.data.map(({ id }) => id),
    weekly: result.current.data
      .filter(({ id }) => id === 'weekly')
      .map((one) => confirmedText(one, result.current.now)),
  });
}

const RIGHT = { shown: ['tonight', 'weekly'], weekly: ['confirmado há 29 dias'] };

test('a clock a day fast drops no dance of tonight and makes no confirmation stale, once the server has answered', () => {
  vi.setSystemTime(TRUE + DAY);
  const seen = agenda();
  // The phone has only its own clock as yet.
  expect(seen()).toEqual({ shown: ['weekly'], weekly: ['sem confirmação há 30 dias: pergunte antes de ir'] });
  act(() => learnDifference(-DAY));
  expect(seen()).toEqual(RIGHT);
  // The next start is without a connection.
  forgetServerClock();
  expect(agenda()()).toEqual(RIGHT);
});

test('a clock a day slow shows no dance that is over, and no confirmation as fresher than it is', () => {
  vi.setSystemTime(TRUE - DAY);
  const seen = agenda();
  expect(seen()).toEqual({ shown: ['over', 'tonight', 'weekly'], weekly: ['confirmado há 28 dias'] });
  act(() => learnDifference(DAY));
  expect(seen()).toEqual(RIGHT);
});
