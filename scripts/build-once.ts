/**
 * Builds the app unless the existing build matches its sources. `npm start`, `npm run build` and the browser tests share
 * it, so that the app is built only after a change.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFiles } from './build/hash-files';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STAMP = join(ROOT, '.cache', 'build-inputs');

/** The app built for Node, with which the embedded server renders pages. */
export const RENDERER = join(ROOT, '.cache', 'pages', 'entry.js');

/** Inputs of a build. Tests beside the sources do not affect it. */
const INPUTS = [
  'src',
  'sw',
  'scripts/client-env.ts',
  'supabase/functions/_shared/matching',
  'supabase/functions/_shared/pictures',
  'public',
  // Prerendered pages contain demo data.
  'supabase/demo',
  'supabase/migrations',
  'supabase/embedded',
  'supabase/hosting',
  'scripts/build.ts',
  'scripts/build',
  'scripts/client-env.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
];

/**
 * Makes sure that dist/ holds a build of the present sources and environment, and returns its path. Throws with the
 * build's output when it fails. `say` is called when a build starts.
 */
export async function ensureBuild(say: (line: string) => void = () => undefined): Promise<string> {
  const dist = join(ROOT, 'dist');
  const built = existsSync(STAMP) ? await readFile(STAMP, 'utf8') : '';
  const whole = ['app-shell.html', 'sw.js'].every((file) => existsSync(join(dist, file)));
  if (whole && existsSync(RENDERER) && built === (await hashInputs())) return dist;
  say('Building the app (once, while nothing changed) …');
  await build();
  return dist;
}

/** Runs `build` and records its inputs when it has finished. */
export async function stamped(build: () => Promise<void>): Promise<void> {
  const inputs = await hashInputs();
  await rm(STAMP, { force: true });
  await build();
  await mkdir(dirname(STAMP), { recursive: true });
  await writeFile(STAMP, inputs);
}

async function hashInputs(): Promise<string> {
  const environment = Object.entries(process.env)
    .filter(([name]) => /^(VITE_|SUPABASE_|PRERENDER)/.test(name))
    .sort()
    .join('\n');
  return createHash('sha256')
    .update(environment)
    .update(await hashFiles(INPUTS))
    .digest('hex');
}

async function build(): Promise<void> {
  const program = fileURLToPath(new URL('build.ts', import.meta.url));
  // Vitest and Playwright set NODE_ENV, which would turn this into a development build.
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
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
