/**
 * Reads processor time from Linux: unlike the clock it does not include waiting for other
 * processes.
 */
import { readFileSync } from 'node:fs';
import type { LoadServer } from './server.ts';

/** Clock ticks a second, the same on every Linux. */
const TICKS = 100;

/**
 * Seconds of a process and its threads; 0 where there is no such process (any more), or no /proc.
 */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the state is in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/**
 * Milliseconds of a single-threaded process, to the nanosecond. Throws where Linux does not report
 * it.
 */
export function cpuOfThread(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

export interface Usage {
  client: number;
  server: number;
  /** 0 with PGlite, which is part of the server. */
  database: number;
}

export async function usage(server: LoadServer, withPostgres: boolean): Promise<Usage> {
  const { user, system } = process.cpuUsage();
  const backends = withPostgres
    ? await server.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database()',
      )
    : [];
  return {
    client: (user + system) / 1e6,
    server: cpuSeconds(server.pid),
    database: backends.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
  };
}
