/**
 * Builds the app unless the built one still fits its sources. `npm start` and the browser tests share it, so that
 * only a change costs a build.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STAMP = join(ROOT, '.cache', 'build-inputs');

/** What a build reads. Tests beside the sources change nothing in it. */
const INPUTS = [
  'src',
  'sw',
  'scripts/client-env.ts',
  'supabase/functions/_shared/matching',
  'public',
  'scripts/build',
  'scripts/client-env.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'index.html',
  'vite.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
];

/**
 * Makes sure that dist/ holds a build of the present sources and environment (`VITE_*`).
 * Returns the folder's path. Throws with the build's own output when it fails. `say` hears that a build takes place.
 */
export async function ensureBuild(say: (line: string) => void = () => undefined): Promise<string> {
  const dist = join(ROOT, 'dist');
  const inputs = await hashInputs();
  const built = existsSync(STAMP) ? await readFile(STAMP, 'utf8') : '';
  if (built === inputs && existsSync(join(dist, 'app-shell.html')) && existsSync(join(dist, 'sw.js')))
    return dist;
  say('Building the app (once, while nothing changed) …');
  await build();
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  await writeFile(STAMP, inputs);
  return dist;
}

async function hashInputs(): Promise<string> {
  const environment = Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort()
    .join('\n');
  return createHash('sha256')
    .update(environment)
    .update(await hashFiles(INPUTS))
    .digest('hex');
}

/** Digest of the names and contents of files and folders, given from the project's root; missing ones count as empty. */
export async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of await filesOf(join(ROOT, path)))
      hash
        .update(relative(ROOT, file))
        .update('\0')
        .update(await readFile(file));
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function build(): Promise<void> {
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
  // Vitest and Playwright set NODE_ENV for themselves; a build made with it would be a development one.
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The app could not be built:\n${output}`);
}
