/** The columns of the comparison: one number for each contender, smaller is better. */
import { median } from '../stats.ts';
import type { Lap } from './lap.ts';

export interface Column {
  title: string;
  /** Null where the contender cannot do this. */
  of(lap: Lap): number | null;
  show(value: number): string;
  /** The value costs time or memory for each teacher, so its growth is worth showing. */
  grows?: true;
}

const seconds = (ms: number) => (ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
export const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const MB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const tenths = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const wire = (bytes: number) => (bytes < 1e6 ? kB(bytes) : tenths(bytes));

export const columns: readonly Column[] = [
  { title: 'JavaScript + wasm to results', of: ({ scripts }) => scripts.untilResults, show: kB },
  { title: 'JavaScript + wasm in all', of: ({ scripts }) => scripts.inAll, show: kB },
  { title: 'the same with what the worker stores', of: ({ scripts }) => scripts.withPrecache, show: kB },
  { title: 'first visit to results', of: ({ firstVisit }) => firstVisit, show: seconds },
  { title: 'the same on 2G', of: ({ firstVisit2G }) => firstVisit2G, show: seconds },
  { title: 'second visit', of: ({ secondVisit }) => secondVisit, show: seconds, grows: true },
  { title: 'offline cold start', of: ({ offline }) => offline, show: seconds, grows: true },
  { title: 'keystroke to paint', of: ({ keys }) => median(keys), show: seconds, grows: true },
  { title: 'first sync, all searchable', of: ({ firstSync }) => firstSync, show: seconds, grows: true },
  { title: 'first sync, all stored', of: ({ stored }) => stored, show: seconds, grows: true },
  { title: 'until it opens offline', of: ({ opensOffline }) => opensOffline, show: seconds, grows: true },
  {
    title: 'longest task after results',
    of: ({ longTasks }) => longTasks.longest,
    show: (ms) => (ms === 0 ? '< 50 ms' : seconds(ms)),
  },
  { title: 'live update to paint', of: ({ live }) => median(live), show: seconds, grows: true },
  { title: 'memory', of: ({ memory }) => memory, show: MB, grows: true },
  {
    title: 'on disk, without pictures',
    of: ({ disk }) => disk.all - disk.pictures,
    show: tenths,
    grows: true,
  },
  { title: 'bytes for a day, 1 % changed', of: ({ dayBytes }) => dayBytes, show: wire, grows: true },
  { title: 'processor time of that day', of: ({ dayProcessor }) => dayProcessor, show: seconds, grows: true },
];

/** The median of some laps and their spread. */
export interface Measured {
  median: number;
  least: number;
  most: number;
}

/** Null where no lap has a value. */
export function measured(values: readonly (number | null)[]): Measured | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { median: median(known), least: Math.min(...known), most: Math.max(...known) };
}

/** '1.1 s', with the spread in square brackets where there is any to see: '1.1 s [1.0 s–1.3 s]'. */
export function withSpread({ least, most }: Measured, text: string, show: (value: number) => string): string {
  return show(least) === show(most) ? text : `${text} [${show(least)}–${show(most)}]`;
}
