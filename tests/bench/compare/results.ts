/**
 * Runs are kept in the repository, each in a file of its own: numbers of different runs never stand in one table,
 * because the machine was as busy as it was.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContenderName } from './contenders.ts';
import type { Lap } from './lap.ts';

/**
 * The run that later work is compared with, the latest one, and a lap of a test run, which shows that every contender
 * still runs and is not kept in the repository.
 */
export const RUNS = ['before', 'now', 'lap'] as const;
export type RunName = (typeof RUNS)[number];

const folderOf = (name: RunName) => (name === 'lap' ? '../../../test-results/bench' : 'runs');
const fileOf = (name: RunName) => fileURLToPath(new URL(`${folderOf(name)}/${name}.json`, import.meta.url));

export interface Machine {
  model: string;
  cores: number;
  /** Bytes. */
  memory: number;
  node: string;
}

/** One lap of each contender, one after another. */
export interface Round {
  /** ISO 8601, when it ended. */
  takenAt: string;
  /** The number of processes that ran or waited to run, averaged over a minute, when it began. */
  load: number;
  laps: Partial<Record<ContenderName, Lap>>;
}

export interface Run {
  machine: Machine;
  /** CPU throttle of the main thread. */
  rate: number;
  /** By number of teachers. */
  rounds: Record<string, Round[]>;
}

export const newRun = (rate: number): Run => ({
  machine: {
    model: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: totalmem(),
    node: process.version,
  },
  rate,
  rounds: {},
});

export async function readRun(name: RunName): Promise<Run | null> {
  try {
    return JSON.parse(await readFile(fileOf(name), 'utf8')) as Run;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Tenths of a millisecond are enough, and each round is one line. */
export async function writeRun(name: RunName, { machine, rate, rounds }: Run): Promise<void> {
  const line = (value: unknown) =>
    JSON.stringify(value, (_, part) => (typeof part === 'number' ? Math.round(part * 10) / 10 : part));
  const sizes = Object.entries(rounds).map(
    ([size, list]) => `    "${size}": [\n${list.map((round) => `      ${line(round)}`).join(',\n')}\n    ]`,
  );
  const text = `{\n  "machine": ${line(machine)},\n  "rate": ${rate},\n  "rounds": {\n${sizes.join(',\n')}\n  }\n}\n`;
  await mkdir(dirname(fileOf(name)), { recursive: true });
  await writeFile(fileOf(name), text);
}
