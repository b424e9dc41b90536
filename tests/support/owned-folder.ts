/**
 * Temporary folders named by their owner's process id, so that leftovers of an interrupted run can
 * be recognised.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWNED = /^danceflix-[a-z]+-(\d+)-\w{6}$/;

let swept: Promise<void> | undefined;

/**
 * Creates a folder for this process; the caller removes it. The first call cleans up after
 * processes that are gone.
 */
export async function ownedFolder(kind: string): Promise<string> {
  swept ??= removeOrphans(tmpdir());
  await swept;
  return mkdtemp(join(tmpdir(), `danceflix-${kind}-${process.pid}-`));
}

/** Removes the folders in `dir` whose owners no longer run. */
export async function removeOrphans(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const owner = OWNED.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) {
      await rm(join(dir, name), { recursive: true, force: true });
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
