/** Copies of the built app to measure. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { STYLES } from '../../scripts/build/styles.ts';
import { ensureBuild } from '../../scripts/build-once.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FLOORS = fileURLToPath(new URL('floors/', import.meta.url));
const SHELL = /\{"revision":"[0-9a-f]+","url":"app-shell\.html"\}/;

export const FLOOR_PAGES = {
  cards: '/bench/cards.html',
  bare: '/bench/bare.html',
  dexie: '/bench/dexie.html',
} as const;

export interface Site {
  folder: string;
  remove(): Promise<void>;
}

/** A plain copy of the app. */
export async function copyOfBuild(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'danceflix-bench-site-'));
  await cp(await ensureBuild(), folder, { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * The app with the floors beside it, under /bench/. The floors are in the same worker's precache,
 * on the same origin, so that worker, cache and stored record cost them as much as the app.
 */
export async function makeSite(): Promise<Site> {
  const site = await copyOfBuild();
  const { folder } = site;
  await build({
    configFile: false,
    logLevel: 'warn',
    root: FLOORS,
    base: '/bench/',
    envDir: ROOT,
    plugins: [react()],
    resolve: { alias: { '@': join(ROOT, 'src') } },
    css: { postcss: STYLES },
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      outDir: join(folder, 'bench'),
      emptyOutDir: true,
      rollupOptions: { input: ['cards', 'bare', 'dexie'].map((name) => join(FLOORS, `${name}.html`)) },
    },
  });
  await precacheFloors(folder);
  return site;
}

async function precacheFloors(folder: string): Promise<void> {
  const files = await readdir(join(folder, 'bench'), { recursive: true });
  const entries: string[] = [];
  for (const file of files.filter((name) => /\.(html|js|css|woff2)$/.test(name))) {
    const hash = createHash('md5')
      .update(await readFile(join(folder, 'bench', file)))
      .digest('hex');
    entries.push(JSON.stringify({ revision: file.endsWith('.html') ? hash : null, url: `bench/${file}` }));
  }
  const worker = join(folder, 'sw.js');
  const text = await readFile(worker, 'utf8');
  if (!SHELL.test(text)) throw new Error('sw.js lists no app-shell.html: its form has changed');
  await writeFile(
    worker,
    text.replace(SHELL, (shell) => [shell, ...entries].join(',')),
  );
}
