/**
 * Builds the rivals' pages beside the app's: each with its own service worker that precaches what
 * its page loads, so that none pays for another.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { generateSW } from 'workbox-build';
import { STYLES } from '../../../scripts/build/styles.ts';
import type { ContenderName } from './contenders.ts';

const BENCH = fileURLToPath(new URL('../', import.meta.url));
const ROOT = join(BENCH, '../..');
const RIVALS = join(BENCH, 'rivals');
const SOURCES: Readonly<Record<Exclude<ContenderName, 'app'>, string>> = {
  query: 'rivals/query',
  dexie: 'rivals/dexie',
  powersync: 'rivals/powersync',
  'tanstack-db': 'rivals/tanstack-db',
  floor: 'floors/record',
};

/** Adds the pages of `names` to a folder that holds the built app. */
export async function addRivals(folder: string, names: readonly ContenderName[]): Promise<void> {
  const wanted = names.filter((name) => name !== 'app');
  if (wanted.some((name) => SOURCES[name].startsWith('rivals/'))) await install();
  for (const name of wanted) await addRival(folder, name, SOURCES[name]);
}

/**
 * The rivals' packages are not part of the product: they are installed with the first comparison.
 */
async function install(): Promise<void> {
  if (existsSync(join(RIVALS, 'node_modules', '.package-lock.json'))) return;
  const npm = spawn('npm', ['ci', '--prefix', RIVALS], {
    cwd: RIVALS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    npm.once('error', reject);
    npm.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`npm ci in tests/bench/rivals ended with ${code}`);
}

async function addRival(folder: string, name: string, source: string): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'danceflix-rival-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: join(BENCH, source),
      base: '/',
      envDir: ROOT,
      plugins: [react()],
      resolve: { alias: { '@': join(ROOT, 'src') }, dedupe: ['react', 'react-dom'] },
      css: { postcss: STYLES },
      worker: { format: 'es' },
      build: { target: 'es2022', outDir: out, emptyOutDir: true, assetsDir: `assets/${name}` },
    });
    await cp(join(out, 'assets'), join(folder, 'assets'), { recursive: true });
    const page = join(folder, 'rivals', name);
    await cp(join(out, 'index.html'), join(page, 'index.html'));
    await rm(join(out, 'index.html'));
    const { warnings } = await generateSW({
      swDest: join(page, 'sw.js'),
      globDirectory: out,
      globPatterns: ['**/*.{js,css,wasm,woff2}'],
      // Builds for other virtual file systems and for encryption, which this page never loads.
      globIgnores: ['**/*-async*', '**/mc-wa-sqlite*'],
      modifyURLPrefix: { '': '/' },
      // Files under assets/ are named by their content.
      dontCacheBustURLsMatching: /^\/?assets\//,
      additionalManifestEntries: [{ url: `/rivals/${name}/index.html`, revision: String(Date.now()) }],
      maximumFileSizeToCacheInBytes: 8e6,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      mode: 'production',
    });
    if (warnings.length > 0) throw new Error(`${name}: ${warnings.join('; ')}`);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
