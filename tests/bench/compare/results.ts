/**
 * Measured results are kept in the repository: a comparison takes hours, and can be taken in pieces
 * (`--add`).
 */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeJson } from '../report.ts';
import type { ContenderName } from './contenders.ts';
import type { Lap } from './lap.ts';

export const RESULTS = fileURLToPath(new URL('measured.json', import.meta.url));

export interface Machine {
  model: string;
  cores: number;
  /** Bytes. */
  memory: number;
  node: string;
}

export interface Entry {
  /** ISO 8601, time of the latest lap. */
  takenAt: string;
  machine: Machine;
  /** CPU throttle of the main thread. */
  rate: number;
  laps: Lap[];
}

/** By number of teachers, then by contender. */
export type Results = Record<string, Partial<Record<ContenderName, Entry>>>;

export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(RESULTS, 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

export const writeResults = (results: Results) => writeJson(RESULTS, results);

export const thisMachine = (): Machine => ({
  model: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: totalmem(),
  node: process.version,
});
