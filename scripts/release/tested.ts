/**
 * The proof that `npm test` leaves for the release command: this commit, with nothing changed, has passed every stage, in
 * one run or in several.
 */
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
  /** Every stage that there is, and those that have passed when they last ran. */
  stages: string[];
  passed: string[];
}

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Files that differ from the commit, as git lists them; empty when the tree is clean. */
export const changedFiles = (): string => git('status', '--porcelain');

const isFull = (): boolean => process.env.TEST_FULL === '1';

function readProof(): Proof | null {
  return existsSync(PROOF) ? (JSON.parse(readFileSync(PROOF, 'utf8')) as Proof) : null;
}

/** Forgets the proof of another commit. Returns the commit that is about to be tested; null when it is no clean commit. */
export function untested(): string | null {
  const commit = cleanCommit();
  const proof = readProof();
  if (proof?.commit !== commit || proof?.full !== isFull()) rmSync(PROOF, { force: true });
  return commit;
}

function cleanCommit(): string | null {
  try {
    return changedFiles() === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    // A copy without its repository.
    return null;
  }
}

/** Notes how stages have ended, if the tree is still what was tested. `stages`: every stage that there is. */
export function noteTested(
  commit: string,
  stages: readonly string[],
  { ran, failed }: { ran: ReadonlySet<string>; failed: ReadonlySet<string> },
): void {
  if (cleanCommit() !== commit) return;
  const before = readProof()?.passed.filter((name) => !ran.has(name)) ?? [];
  const passed = [...before, ...[...ran].filter((name) => !failed.has(name))];
  mkdirSync(dirname(PROOF), { recursive: true });
  const proof: Proof = { commit, full: isFull(), stages: [...new Set(stages)], passed };
  writeFileSync(PROOF, `${JSON.stringify(proof)}\n`);
}

/** Why there is no proof for the present commit; null when there is one. */
export function proofMissing(): string | null {
  const proof = readProof();
  if (!proof) return 'npm test has not run here, or with changed files';
  const head = git('rev-parse', 'HEAD');
  if (proof.commit !== head)
    return `npm test has run for ${proof.commit.slice(0, 8)}, and this is ${head.slice(0, 8)}`;
  const left = proof.stages.filter((name) => !proof.passed.includes(name));
  return left.length > 0 ? `not passed: ${left.join(', ')}` : null;
}
