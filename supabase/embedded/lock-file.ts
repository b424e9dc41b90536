import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, StartFailure } from './start-failure.ts';

/** PGlite does not lock its folder, and two processes in it corrupt it (FACTS). */
const NAME = 'server.lock';
const holder = z.object({ pid: z.number().int().positive(), started: z.string(), id: z.string() });
type Holder = z.infer<typeof holder>;

/**
 * Locks the data folder for this process and returns a function that releases it. A stale lock (its process ended by
 * `kill -9` or a power cut, or its process id now belongs to another program) is replaced.
 * Throws StartFailure when the folder is in use or not writable.
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

/** Creates the lock by a hard link, which is atomic: a reader never sees half a lock. */
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

/** Compares the removed lock with the one read before, because two processes may remove the same stale lock at once. */
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
    // EPERM: the process exists but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === null || started === '' || now === started;
}

/** Start time of a process in a system-specific format, because process ids are reused. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the program's name, which may itself contain spaces and brackets, the 20th field is the start time.
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
