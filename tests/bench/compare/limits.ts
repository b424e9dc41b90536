/** The ratios that the app is held to, each in the laps of one round. */
import { kB, measured, withSpread } from './columns.ts';
import type { ContenderName } from './contenders.ts';
import type { Lap } from './lap.ts';
import type { Round, Run } from './results.ts';

const SIZES = [1_000, 10_000, 50_000];

interface Limit {
  title: string;
  of(lap: Lap): number | null;
  /** Absent: the value itself is held to the limit. */
  beside?: ContenderName;
  show(value: number): string;
  /** By number of teachers. */
  most: Record<number, number>;
}

const times = (value: number) => `${value.toFixed(2)}×`;

const LIMITS: readonly Limit[] = [
  {
    title: 'all searchable / floor',
    of: ({ firstSync }) => firstSync,
    beside: 'floor',
    show: times,
    most: { 1000: 1, 10000: 0.5, 50000: 0.4 },
  },
  {
    title: 'all stored / floor',
    of: ({ stored }) => stored,
    beside: 'floor',
    show: times,
    most: { 1000: 1.5, 10000: 1.2, 50000: 1.2 },
  },
  {
    title: 'until it opens offline / Dexie’s one page',
    of: ({ opensOffline }) => opensOffline,
    beside: 'dexie',
    show: times,
    most: { 1000: 1.2, 10000: 0.5, 50000: 0.4 },
  },
  {
    title: 'bytes of a day, 1 % changed / page without a store',
    of: ({ dayBytes }) => dayBytes,
    beside: 'query',
    show: times,
    most: { 1000: 0.8, 10000: 1, 50000: 1.5 },
  },
  {
    title: 'memory / PowerSync’s page',
    of: ({ memory }) => memory,
    beside: 'powersync',
    show: times,
    most: { 1000: 1, 10000: 1, 50000: 1.1 },
  },
  {
    title: 'scripts in all, gzip',
    of: ({ scripts }) => scripts.inAll,
    show: kB,
    most: { 1000: 250_000 },
  },
  {
    title: 'kept on the phone, without pictures',
    of: ({ disk }) => disk.all - disk.pictures,
    show: (bytes) => `${(bytes / 1e6).toFixed(1)} MB`,
    most: { 10000: 12e6 },
  },
];

/** Markdown: each limit at each size, with what was measured. */
export function limitsTable({ rounds }: Run): string {
  const lines = LIMITS.map((limit) => {
    const cells = SIZES.map((size) => cellOf(limit, size, rounds[size] ?? []));
    return `| ${limit.title} | ${cells.join(' | ')} |`;
  });
  return [
    '**Limits** (the median of the rounds’ ratios)',
    '',
    `| | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} |`,
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function cellOf(limit: Limit, size: number, rounds: readonly Round[]): string {
  const { of, beside, show } = limit;
  const most = limit.most[size];
  if (most === undefined) return '';
  const ratio = measured(
    rounds.map(({ laps }) => {
      const ours = laps.app ? of(laps.app) : null;
      if (beside === undefined || ours === null) return ours;
      const other = laps[beside];
      const theirs = other ? of(other) : null;
      return theirs === null ? null : ours / theirs;
    }),
  );
  if (ratio === null) return `at most ${show(most)}: not measured`;
  const verdict = ratio.median <= most ? 'met' : '**not met**';
  return `${withSpread(ratio, show(ratio.median), show)}, at most ${show(most)}: ${verdict}`;
}
