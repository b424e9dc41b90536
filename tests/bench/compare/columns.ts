/** The columns of the comparison: one number for each contender, smaller is better. */
import { median } from '../stats.ts';
import type { Lap } from './lap.ts';

export interface Column {
  title: string;
  /**
   * The value over all laps: null where the contender cannot do this, NaN where older laps lack it.
   */
  value(laps: readonly Lap[]): number | null;
  show(value: number): string;
  /** The value costs time or memory for each teacher, so its growth is worth showing. */
  grows?: true;
}

const seconds = (ms: number) => (ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const MB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const wire = (bytes: number) => (bytes < 1e6 ? kB(bytes) : `${(bytes / 1e6).toFixed(1)} MB`);

const each = (of: (lap: Lap) => number) => (laps: readonly Lap[]) => median(laps.map(of));
const orNone = (of: (lap: Lap) => number | null) => (laps: readonly Lap[]) => {
  const values = laps.map(of);
  return values.every((value) => value === null) ? null : median(values.filter(isNumber));
};
const isNumber = (value: unknown): value is number => typeof value === 'number';

export const columns: readonly Column[] = [
  { title: 'JavaScript + wasm to results', value: each(({ scripts }) => scripts.untilResults), show: kB },
  { title: 'JavaScript + wasm in all', value: each(({ scripts }) => scripts.inAll), show: kB },
  { title: 'first visit to results', value: each(({ firstVisit }) => firstVisit), show: seconds },
  { title: 'second visit', value: each(({ secondVisit }) => secondVisit), show: seconds, grows: true },
  { title: 'offline cold start', value: orNone(({ offline }) => offline), show: seconds, grows: true },
  {
    title: 'keystroke to paint',
    value: (laps) => median(laps.flatMap(({ keys }) => keys)),
    show: seconds,
    grows: true,
  },
  {
    title: 'first sync, all searchable',
    value: orNone(({ firstSync }) => firstSync),
    show: seconds,
    grows: true,
  },
  {
    title: 'until it opens offline',
    value: orNone(({ opensOffline }) => opensOffline),
    show: seconds,
    grows: true,
  },
  {
    title: 'longest task after results',
    value: each(({ longTasks }) => longTasks.longest),
    show: (ms) => (ms === 0 ? '< 50 ms' : seconds(ms)),
  },
  {
    title: 'live update to paint',
    value: (laps) => median(laps.flatMap(({ live }) => live)),
    show: seconds,
    grows: true,
  },
  { title: 'memory', value: each(({ memory }) => memory), show: MB, grows: true },
  { title: 'bytes for a day, 1 % changed', value: each(({ dayBytes }) => dayBytes), show: wire, grows: true },
];
