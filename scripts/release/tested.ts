/** The proof that `npm test` leaves for the release command: this commit, with nothing changed, has passed every stage. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Ignored by git, like all that tests leave. */
const PROOF = join(ROOT, 'test-results', 'tested.json');

interface Proof {
  commit: string;
  /** With TEST_FULL=1. */
  full: boolean;
}

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Files that differ from the commit, as git lists them; empty when the tree is clean. */
export const changedFiles = (): string => git('status', '--porcelain');

/** Forgets an earlier proof. Returns the commit that is about to be tested; null when it is no clean commit. */
export function untested(): string | null {
  rmSync(PROOF, { force: true });
  try {
    return changedFiles() === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    // A copy without its repository.
    return null;
  }
}

/** Notes that all stages have passed, if the tree is still what was tested. */
export function noteTested(commit: string): void {
  if (changedFiles() !== '' || git('rev-parse', 'HEAD') !== commit) return;
  mkdirSync(dirname(PROOF), { recursive: true });
  const proof: Proof = { commit, full: process.env.TEST_FULL === '1' };
  writeFileSync(PROOF, `${JSON.stringify(proof)}\n`);
}

/** Why there is no proof for the present commit; null when there is one. */
export function proofMissing(): string | null {
  if (!existsSync(PROOF)) return 'npm test has not passed here, or not as a whole, or with changed files';
  const { commit } = JSON.parse(readFileSync(PROOF, 'utf8')) as Proof;
  const head = git('rev-parse', 'HEAD');
  return commit === head
    ? null
    : `npm test has passed for ${commit.slice(0, 8)}, and this is ${head.slice(0, 8)}`;
}
