import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, StartFailure } from './start-failure.ts';

/** PGlite takes no lock on its folder; two processes in it corrupt it (FACTS). */
const NAME = 'server.lock';
const holder = z.object({ pid: z.number().int().positive(), started: z.string(), id: z.string() });
type Holder = z.infer<typeof holder>;

/**
 * Takes the data folder for this process and gives back how to release it. A lock whose process is gone, after
 * a `kill -9` or a power cut, is taken over; so is one whose process id now belongs to another program.
 * Throws StartFailure when the folder is in use or cannot be written.
 */
export function takeLock(dataDir: string): () => void {
  const file = join(dataDir, NAME);
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) ?? '', id: randomUUID() };
  const draft = `${file}.${mine.id}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  } catch (error) {
    throw new StartFailure(`Cannot use the data folder ${dataDir}: ${messageOf(error)}`);
  }
  try {
    while (!tryLink(draft, file)) {
      const other = readHolder(file);
      if (other !== null && isAlive(other)) {
        throw new StartFailure(
          `Danceflix is already running on the data folder ${dataDir} (process ${other.pid}). Stop it, or choose another DATA_DIR.`,
        );
      }
      removeStale(file, other);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readHolder(file)?.id === mine.id) rmSync(file, { force: true });
  };
}

/** A hard link either appears whole or not at all, so nobody reads half a lock. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new StartFailure(`Cannot lock the data folder: ${messageOf(error)}`);
  }
}

function readHolder(file: string): Holder | null {
  try {
    return holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Two takers may have read the same stale lock: what was moved away is looked at again before it is dropped. */
function removeStale(file: string, seen: Holder | null): void {
  const aside = `${file}.stale-${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== null && moved.id !== seen?.id) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid === process.pid) return started === startOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, yet there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === null || started === '' || now === started;
}

/** When a process was started, in whatever words the system has: a process id alone is used again and again. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the program's name, which may itself hold spaces and brackets, the 20th field is the start time.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    } catch {
      return null;
    }
  }
}
