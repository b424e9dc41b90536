import { expect, test } from 'vitest';
import type { Lap } from '../bench/compare/lap.ts';
import type { Entry, Results } from '../bench/compare/results.ts';
import { tables } from '../bench/compare/tables.ts';

const lap: Lap = {
  scripts: { untilResults: 100_000, inAll: 200_000, withPrecache: 300_000 },
  firstVisit: 2_000,
  firstSync: 8_000,
  opensOffline: 9_000,
  firstBytes: 60_000,
  longTasks: { count: 0, longest: 0, longestOwn: 0 },
  secondVisit: 500,
  keys: [20, 30, 90],
  live: [400],
  memory: 80e6,
  offline: 450,
  dayBytes: 12_000,
  recordTimes: null,
};

const entry = (laps: Lap[]): Entry => ({
  takenAt: '2026-11-22T10:00:00.000Z',
  machine: { model: 'Test', cores: 2, memory: 8 * 2 ** 30, node: 'v20.20.2' },
  rate: 4,
  laps,
});

/** The cells of the first line with this title, from the app to the floor. */
const cells = (text: string, title: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${title} |`))
    ?.split(' | ')
    .slice(1, 3);

test('the best of the measured contenders is bold, and a single one never', () => {
  const alone = tables({ 1000: { app: entry([lap]) } });
  expect(cells(alone, 'offline cold start')?.[0]).toBe('450 ms');
  const slower = { ...lap, offline: 900 };
  const beside = tables({ 1000: { app: entry([slower]), dexie: entry([lap]) } });
  expect(beside).toContain('| offline cold start | 900 ms | not measured | **450 ms** (0.5×) |');
});

test('a table says who is best, by how much, and what a contender cannot do', () => {
  const query = {
    ...lap,
    firstVisit: 4_000,
    firstSync: null,
    opensOffline: null,
    offline: null,
    memory: 40e6,
  };
  const results: Results = { 1000: { app: entry([lap]), query: entry([query]) } };
  const text = tables(results);
  expect(text).toContain('2026-11-22');
  expect(cells(text, 'first visit to results')).toEqual(['**2.0 s**', '4.0 s (2.0×)']);
  expect(cells(text, 'offline cold start')).toEqual(['450 ms', 'cannot']);
  expect(cells(text, 'memory')).toEqual(['80 MB', '**40 MB** (0.5×)']);
});

test('laps count by their median, and missing measurements are not invented', () => {
  const laps = [2_000, 2_200, 9_000].map((firstVisit) => ({ ...lap, firstVisit }));
  const { opensOffline: _, ...older } = lap;
  const text = tables({ 1000: { app: entry(laps), query: entry([older as Lap]) } });
  expect(cells(text, 'first visit to results')).toEqual(['2.2 s', '**2.0 s** (0.9×)']);
  expect(cells(text, 'until it opens offline')).toEqual(['9.0 s', 'not measured']);
  expect(text).toContain('**10,000 teachers**: not measured');
});

test('growth over the sizes is shown beside linear growth', () => {
  const larger = { ...lap, secondVisit: 1_000 };
  const text = tables({ 1000: { app: entry([lap]) }, 10000: { app: entry([larger]) } });
  expect(text).toContain('linear would be 10×');
  expect(text).toContain('| second visit | 500 ms | 1.0 s | 2.0× |');
});
