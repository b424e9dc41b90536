/**
 * Data folders with the migrations and, if asked for, the demo data in them, made once and copied from then on: a
 * server on a copy is up in half the time of a fresh one. Made anew whenever what goes into them has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownedFolder } from '../../support/owned-folder';

export type Seed = 'demo' | 'none';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, '.cache');
const INPUTS = ['supabase/migrations', 'supabase/demo', 'supabase/embedded', 'package-lock.json'];

/** Fills an empty folder by starting a server on it once. */
type Fill = (folder: string, seed: Seed) => Promise<void>;

const ready = new Map<Seed, Promise<string>>();

/** A folder of its own for one server; whoever asked removes it. */
export async function seededCopy(seed: Seed, fill: Fill): Promise<string> {
  const known = ready.get(seed) ?? seededFolder(seed, fill);
  ready.set(seed, known);
  const folder = await ownedFolder('product');
  await cp(await known, folder, { recursive: true });
  return folder;
}

async function seededFolder(seed: Seed, fill: Fill): Promise<string> {
  const prefix = `seeded-${seed}-`;
  const folder = join(CACHE, `${prefix}${await hashInputs()}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    if (name.startsWith(prefix)) await rm(join(CACHE, name), { recursive: true, force: true });
  }
  const draft = await ownedFolder('seed');
  await fill(draft, seed);
  const beside = await mkdtemp(join(CACHE, 'draft-'));
  await cp(draft, beside, { recursive: true });
  await rm(draft, { recursive: true, force: true });
  // Another process may have been quicker: its folder is as good.
  await rename(beside, folder).catch(() => rm(beside, { recursive: true, force: true }));
  return folder;
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(process.env.DATABASE_URL ?? '');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const isFile = input.endsWith('.json');
    const names = isFile
      ? ['']
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
          .sort();
    for (const name of names) hash.update(name).update(await readFile(join(path, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
