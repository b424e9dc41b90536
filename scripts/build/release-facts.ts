/**
 * Version, commit and day of this tree: built into the app, written to version.json for hosts, and answered by the
 * embedded server's /health. The day is the commit's, so that the same commit always builds the same files.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

export interface ReleaseFacts {
  version: string;
  /** The commit's day in UTC, YYYY-MM-DD; null without a git repository. */
  date: string | null;
  /** The commit's first eight letters; null without a git repository. */
  commit: string | null;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The facts of the tree in `root`. */
export function releaseFacts(root = ROOT): ReleaseFacts {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  try {
    const shown = execFileSync('git', ['log', '-1', '--abbrev=8', '--format=%h %ct'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [commit = '', seconds = ''] = shown.trim().split(' ');
    return { version, date: new Date(Number(seconds) * 1_000).toISOString().slice(0, 10), commit };
  } catch {
    // A copy without its repository, or a machine without git: only the version is known.
    return { version, date: null, commit: null };
  }
}

/** Defines `__RELEASE__` for the app, and writes version.json beside it. */
export function releaseVersion(): Plugin {
  const facts = releaseFacts();
  return {
    name: 'danceflix:release',
    config: () => ({ define: { __RELEASE__: JSON.stringify(facts) } }),
    async writeBundle({ dir = 'dist' }) {
      if (this.environment.name === 'client')
        await writeFile(join(dir, 'version.json'), `${JSON.stringify(facts)}\n`);
    },
  };
}
