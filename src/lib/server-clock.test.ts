// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readText, writeText } from '@/lib/stored';
import { learnDifference, onServerClock } from './learn-server-clock';
import { forgetServerClock, serverNow } from './server-clock';

const TRUE = Date.UTC(2026, 10, 26, 15);
const DAY = 86_400_000;
const KEY = 'danceflix_clock';

beforeEach(() => {
  forgetServerClock();
  vi.useFakeTimers({ now: TRUE });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['fast', DAY],
  ['slow', -DAY],
])(
  'a phone a day %s knows the server’s time after an answer, and after a start without a connection',
  (_, off) => {
    vi.setSystemTime(TRUE + off);
    expect(serverNow()).toBe(TRUE + off);
    learnDifference(-off);
    expect(serverNow()).toBe(TRUE);
    forgetServerClock();
    vi.setSystemTime(TRUE + off + 3 * DAY);
    expect(serverNow()).toBe(TRUE + 3 * DAY);
  },
);

test('a phone with the right time keeps nothing', () => {
  learnDifference(-4_000);
  expect([serverNow(), readText(KEY)]).toEqual([TRUE, null]);
});

test('a clock that is set right without a connection is trusted again', () => {
  vi.setSystemTime(TRUE + DAY);
  learnDifference(-DAY);
  forgetServerClock();
  vi.setSystemTime(TRUE + 5 * DAY);
  expect(serverNow()).toBe(TRUE + 4 * DAY);
  // Set back by a day: what was learnt is about another clock.
  vi.setSystemTime(TRUE + 4 * DAY + 3_600_000);
  expect(serverNow()).toBe(TRUE + 4 * DAY + 3_600_000);
  expect(readText(KEY)).toBeNull();
});

test('screens hear of it once, not at every answer; another tab’s answer counts too', () => {
  const changed = vi.fn();
  const stop = onServerClock(changed);
  learnDifference(-DAY);
  learnDifference(-DAY - 2_000);
  expect(changed).toHaveBeenCalledTimes(1);
  writeText(KEY, JSON.stringify({ ahead: 2 * DAY, seenAt: TRUE }));
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(changed).toHaveBeenCalledTimes(2);
  expect(serverNow()).toBe(TRUE + 2 * DAY);
  stop();
  learnDifference(0);
  expect(changed).toHaveBeenCalledTimes(2);
});

test.each(['{', '{"ahead":"x","seenAt":1}', '{"ahead":1e999,"seenAt":1}'])(
  'a damaged %s counts as none',
  (text) => {
    writeText(KEY, text);
    expect(serverNow()).toBe(TRUE);
  },
);
