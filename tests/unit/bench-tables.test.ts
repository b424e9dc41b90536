import { expect, test } from 'vitest';
import type { Lap } from '../bench/compare/lap.ts';
import { limitsTable } from '../bench/compare/limits.ts';
import type { Round, Run } from '../bench/compare/results.ts';
import { changesTable, runTables } from '../bench/compare/tables.ts';

const lap: Lap = {
  scripts: { untilResults: 100_000, inAll: 200_000, withPrecache: 300_000 },
  firstVisit: 2_000,
  firstVisit2G: 9_000,
  firstSync: 8_000,
  stored: 8_500,
  opensOffline: 9_000,
  firstBytes: 60_000,
  longTasks: { count: 0, longest: 0, longestOwn: 0 },
  secondVisit: 500,
  keys: [20, 30, 90],
  live: [400],
  memory: 80e6,
  disk: { all: 9e6, pictures: 1e6, kinds: { indexeddb: 9e6 } },
  offline: 450,
  dayBytes: 12_000,
  dayProcessor: 1_500,
  recordTimes: null,
};

const run = (rounds: Record<string, Round['laps'][]>): Run => ({
  machine: { model: 'Test', cores: 2, memory: 8 * 2 ** 30, node: 'v20.20.2' },
  rate: 4,
  rounds: Object.fromEntries(
    Object.entries(rounds).map(([size, list]) => [
      size,
      list.map((laps, at) => ({ takenAt: `2026-11-26T05:${10 + at}:00.000Z`, load: 3 + at, laps })),
    ]),
  ),
});

/** The cells of the first line with this title, from the app to the floor. */
const cells = (text: string, title: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${title} |`))
    ?.split(' | ')
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, ''));

test('the best of the measured contenders is bold, and a single one never', () => {
  const alone = runTables(run({ 1000: [{ app: lap }] }));
  expect(cells(alone, 'offline cold start')?.[0]).toBe('450 ms');
  const slower = { ...lap, offline: 900 };
  const beside = runTables(run({ 1000: [{ app: slower, dexie: lap }] }));
  expect(beside).toContain('| offline cold start | 900 ms | not measured | **450 ms** (0.5×) |');
});

test('a table says when and how busy it was, who is best, by how much, and what a contender cannot do', () => {
  const query = { ...lap, firstVisit: 4_000, firstSync: null, offline: null, memory: 40e6 };
  const text = runTables(run({ 1000: [{ app: lap, query }, { app: lap }] }));
  expect(text).toContain('2026-11-26 05:10 to 2026-11-26 05:11 UTC');
  expect(text).toContain('load 3.0 to 4.0');
  expect(cells(text, 'laps')?.slice(0, 3)).toEqual(['2', '1', '']);
  expect(cells(text, 'first visit to results')?.slice(0, 2)).toEqual(['**2.0 s**', '4.0 s (2.0×)']);
  expect(cells(text, 'offline cold start')?.slice(0, 2)).toEqual(['450 ms', 'cannot']);
  expect(cells(text, 'memory')?.slice(0, 2)).toEqual(['80 MB', '**40 MB** (0.5×)']);
  expect(cells(text, 'on disk, without pictures')?.[0]).toBe('**8.0 MB**');
});

test('laps count by their median, with the smallest and the largest beside it', () => {
  const laps = [2_000, 2_200, 9_000].map((firstVisit) => ({ app: { ...lap, firstVisit }, query: lap }));
  const text = runTables(run({ 1000: laps }));
  expect(cells(text, 'first visit to results')?.slice(0, 2)).toEqual([
    '2.2 s [2.0 s–9.0 s]',
    '**2.0 s** (0.9×)',
  ]);
  expect(text).not.toContain('10,000 teachers');
});

test('limits are held to the ratios inside each round', () => {
  const round = (ours: number, floor: number) => ({
    app: { ...lap, firstSync: ours },
    floor: { ...lap, firstSync: floor },
  });
  // Twice as slow a machine in the second round changes no ratio.
  const text = limitsTable(
    run({ 1000: [round(900, 1_000), round(1_800, 2_000)], 10000: [round(600, 1_000)] }),
  );
  expect(cells(text, 'all searchable / floor')).toEqual([
    '0.90×, at most 1.00×: met',
    '0.60×, at most 0.50×: **not met**',
    'at most 0.40×: not measured',
  ]);
  expect(cells(text, 'scripts in all, gzip')).toEqual(['200 kB, at most 250 kB: met', '', '']);
  expect(cells(text, 'memory / PowerSync’s page')?.[0]).toBe('at most 1.00×: not measured');
});

test('two runs are compared by their ratios to the floor and by our place', () => {
  const floor = { ...lap, secondVisit: 250 };
  const before = run({ 1000: [{ app: lap, dexie: { ...lap, secondVisit: 400 }, floor }] });
  const busy = { ...lap, secondVisit: 1_000 };
  const now = run({ 1000: [{ app: { ...lap, secondVisit: 750 }, dexie: busy, floor: { ...lap } }] });
  expect(cells(changesTable(before, now), 'second visit')).toEqual([
    '500 ms',
    '750 ms',
    '2.00×',
    '1.50×',
    '2 of 2',
    '1 of 2',
  ]);
});

test('growth over the sizes is shown beside linear growth', () => {
  const larger = { ...lap, secondVisit: 1_000 };
  const text = runTables(run({ 1000: [{ app: lap }], 10000: [{ app: larger }] }));
  expect(text).toContain('linear would be 10×');
  expect(text).toContain('| second visit | 500 ms | 1.0 s | 2.0× |');
});
