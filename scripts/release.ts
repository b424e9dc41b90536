/**
 * `npm run release -- 1.0.0`: cuts a release from a clean, tested commit. It raises the version, dates the changelog and
 * freezes the migrations in one commit, which is tagged; then it builds that commit and keeps in tests/upgrade what
 * upgrades from it are tested with, in a second one. Nothing is pushed.
 *
 * `--tested` takes the proof of an earlier `npm test` of this commit instead of running it again.
 * `--trial <folder>` only writes what would be kept, from the tree as it is, into <folder>/<version>.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { recordedIn } from '../tests/upgrade/support/exchange';
import { byVersion, keptReleases } from '../tests/upgrade/support/kept';
import { dateChangelog } from './release/changelog';
import { freeze, frozenFaults, RELEASED, readFrozen } from './release/frozen-migrations';
import { changedFiles, git, proofMissing } from './release/tested';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const KEPT = join(ROOT, 'tests', 'upgrade');
/** Written by the browser tests of `npm test`. */
const CONTRACT = join(ROOT, 'test-results', 'contract');
/** Phones of so many releases are expected to come back. */
const MOST_KEPT = 2;

class Refused extends Error {}

function run(...command: string[]): void {
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Refused(`${command.join(' ')} ended with ${status}`);
}

function refuseEarly(version: string, isTested: boolean): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused('Usage: npm run release -- 1.2.3 [--tested]');
  const changed = changedFiles();
  if (changed) throw new Refused(`The tree has changes that are in no commit:\n${changed}`);
  const { version: before } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (byVersion(version, before) <= 0) throw new Refused(`${version} does not come after ${before}`);
  const released = readFrozen();
  const faults = released ? frozenFaults(released, freeze()) : [];
  if (faults.length > 0) throw new Refused(faults.join('\n'));
  const missing = isTested ? proofMissing() : null;
  if (missing) throw new Refused(`--tested needs a proof: ${missing}. Run npm test, or leave --tested out.`);
}

function exchanges(): ReturnType<typeof recordedIn> {
  const found = existsSync(CONTRACT) ? recordedIn(CONTRACT) : [];
  if (found.length === 0)
    throw new Refused(
      `${CONTRACT} is empty: the contract is recorded by the browser tests (npm test, or npm test -- e2e)`,
    );
  return found;
}

function raise(version: string): void {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version=false');
  const changelog = join(ROOT, '.github', 'CHANGELOG.md');
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, dateChangelog(readFileSync(changelog, 'utf8'), version, day));
  writeFileSync(RELEASED, `${JSON.stringify(freeze(), null, 2)}\n`);
}

/** Keeps the newest releases only. */
function removeOlder(): void {
  const kept = keptReleases(KEPT);
  for (const { folder } of kept.slice(0, Math.max(0, kept.length - MOST_KEPT)))
    rmSync(folder, { recursive: true });
}

async function keep(folder: string): Promise<void> {
  // Loaded late: it brings the browser and the database.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  const { recordRelease } = await import('./release/record');
  const sizes = await recordRelease(folder, exchanges());
  for (const [name, bytes] of Object.entries(sizes))
    console.log(`${String(bytes).padStart(9)} bytes  ${name}`);
}

async function release(version: string, isTested: boolean): Promise<void> {
  refuseEarly(version, isTested);
  if (!isTested) run('npm', 'test');
  exchanges();
  raise(version);
  git('add', '-A');
  git('commit', '-m', `Release ${version}`);
  git('tag', '-a', `v${version}`, '-m', `Danceflix ${version}`);
  run('npm', 'run', 'build');
  await keep(join(KEPT, version));
  removeOlder();
  git('add', '-A');
  git('commit', '-m', `Keep what upgrades from ${version} are tested with`);
  console.log(`\nReleased ${version}. Push the branch and the tag v${version}, and deploy the tag.`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { tested: { type: 'boolean', default: false }, trial: { type: 'string' } },
});
const [version = ''] = positionals;
try {
  if (values.trial) await keep(join(resolve(values.trial), version));
  else await release(version, values.tested);
  process.exit(0);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exit(1);
}
