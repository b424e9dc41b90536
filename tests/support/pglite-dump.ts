/**
 * A dump of a migrated PGlite, made once and loaded from then on: that takes a second, and applying
 * the migrations eight.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const cacheDir = here('.cache/test-databases');

const dumps = new Map<string, Promise<Blob>>();

/** The dump for PGlite's `loadDataDir`, with all migrations of a folder applied. */
export function preparedDump(migrationsDir: string): Promise<Blob> {
  const dump = dumps.get(migrationsDir) ?? loadOrMakeDump(migrationsDir);
  dumps.set(migrationsDir, dump);
  return dump;
}

/** Makes a data folder of PGlite with all migrations of a folder applied. */
export async function unpackDump(migrationsDir: string, dataDir: string): Promise<void> {
  const dump = await preparedDump(migrationsDir);
  mkdirSync(dataDir, { recursive: true });
  // `stdio`: that it takes the slash off absolute names is no news.
  execFileSync('tar', ['-xf', '-', '-C', dataDir], {
    input: Buffer.from(await dump.arrayBuffer()),
    stdio: 'pipe',
  });
}

async function loadOrMakeDump(migrationsDir: string): Promise<Blob> {
  const kind = relative(here('.'), migrationsDir).replaceAll(/\W+/g, '-');
  const file = `${kind}-${fingerprintOfSources(migrationsDir)}.tar`;
  mkdirSync(cacheDir, { recursive: true });
  if (readdirSync(cacheDir).includes(file)) return new Blob([readFileSync(join(cacheDir, file))]);

  const database = await openDatabase({ driver: 'pglite' });
  await prepareDatabase(database, { migrationsDir });
  const made = await database.dump?.();
  await database.close();
  if (made === undefined) throw new Error('PGlite gave no dump');
  for (const old of readdirSync(cacheDir)) {
    if (old.startsWith(`${kind}-`) && old.endsWith('.tar') && old !== file)
      rmSync(join(cacheDir, old), { force: true });
  }
  // Other workers may make the same one: the last rename wins, and no reader gets half a file.
  const unfinished = join(cacheDir, `${file}.${process.pid}.${randomUUID()}`);
  writeFileSync(unfinished, Buffer.from(await made.arrayBuffer()));
  renameSync(unfinished, join(cacheDir, file));
  return made;
}

/** Hashes everything that shapes the prepared database, the packages' versions included. */
function fingerprintOfSources(migrationsDir: string): string {
  const hash = createHash('sha256').update(readFileSync(here('package-lock.json')));
  for (const dir of [migrationsDir, here('supabase/embedded'), here('supabase/embedded/database')]) {
    for (const file of readdirSync(dir).sort()) {
      if (/\.(sql|ts)$/.test(file)) hash.update(file).update(readFileSync(join(dir, file)));
    }
  }
  return hash.digest('hex').slice(0, 20);
}
