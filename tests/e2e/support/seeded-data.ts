/**
 * Databases with the migrations and optionally the demo data, created once and then copied: a
 * server on a copy starts in a fraction of the time. On PostgreSQL where global-setup.ts has
 * started one, else in PGlite folders.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hintAtOnce } from '../../support/hint-at-once';
import { ownedFolder } from '../../support/owned-folder';
import { cloneDatabase, dropDatabase, ownTemplate } from '../../support/postgres-template';
import { ProductHost } from './product-host';

export type Seed = 'demo' | 'none';

/** The data location of one server; the caller removes it. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
  remove(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Inside the project, so that packages resolve; ignored by git. */
export const CACHE = join(ROOT, '.cache');
const INPUTS = [
  'supabase/migrations',
  'supabase/demo',
  'supabase/embedded',
  'tests/support/hint-at-once.ts',
  'package-lock.json',
];

/** Folder of the server's resized pictures (embedded/server.ts). */
const RESIZED = 'images';

const ready = new Map<Seed, Promise<string>>();

export async function seededPlace(seed: Seed): Promise<Place> {
  const template = seed === 'demo' ? await ownTemplate() : null;
  if (template?.folder !== undefined) return cloned(template.folder, template.url);
  const folder = ready.get(seed) ?? seededFolder(seed);
  ready.set(seed, folder);
  return copyOf(await folder);
}

async function copyOf(folder: string): Promise<Place> {
  const dataDir = await ownedFolder('product');
  await cp(folder, dataDir, { recursive: true, filter: (path) => path !== join(folder, RESIZED) });
  // Pictures are keyed by content and shared: each is resized once for all tests.
  await mkdir(join(folder, RESIZED), { recursive: true });
  await symlink(join(folder, RESIZED), join(dataDir, RESIZED));
  // A server that is just ending may still write.
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

async function cloned(folder: string, url: string): Promise<Place> {
  const place = await copyOf(folder);
  const databaseUrl = await cloneDatabase(url);
  return {
    ...place,
    databaseUrl,
    remove: async () => {
      await place.remove();
      await dropDatabase(databaseUrl);
    },
  };
}

async function seededFolder(seed: Seed): Promise<string> {
  const prefix = `seeded-${seed}-`;
  const folder = join(CACHE, `${prefix}${await hashInputs()}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    if (name.startsWith(prefix)) await rm(join(CACHE, name), { recursive: true, force: true });
  }
  const draft = await ownedFolder('seed');
  await fill({ dataDir: draft, seed });
  const beside = await mkdtemp(join(CACHE, 'draft-'));
  await cp(draft, beside, { recursive: true });
  await rm(draft, { recursive: true, force: true });
  // Another process may have been quicker: its folder is as good.
  await rename(beside, folder).catch(() => rm(beside, { recursive: true, force: true }));
  return folder;
}

/** Lets a server fill an empty database, whose public hints are then sent at once: pages need not wait for them. */
export async function fill(where: { dataDir: string; databaseUrl?: string; seed: Seed }): Promise<void> {
  const host = new ProductHost();
  const opened = z.object({ server: z.number() });
  const { server } = opened.parse(
    await host.ask({ kind: 'open', settings: { ...where, port: 0, staticDir: where.dataDir } }),
  );
  await hintAtOnce({
    query: async <T>(sql: string) => (await host.ask({ kind: 'sql', server, sql, params: [] })) as T[],
  });
  await host.ask({ kind: 'close', server });
  await host.kill();
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const isFile = /\.(json|ts)$/.test(input);
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
