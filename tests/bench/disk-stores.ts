/**
 * `npx tsx tests/bench/disk-stores.ts 1000 10000`: what a visit leaves on the phone, store by store, and the scripts that
 * it loads. One visit at full speed for each number of teachers, and one that saves data; sizes of files are those of a
 * closed browser.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { RENDERER } from '../../scripts/build-once.ts';
import { type Browser, Profile } from './browser.ts';
import { diskOf } from './compare/disk.ts';
import { Link } from './compare/link.ts';
import { visit } from './measures/first-visit.ts';
import { BenchServer } from './server.ts';
import { copyOfBuild } from './site.ts';

/** Milliseconds. */
const SETTLED = 15_000;
const KILO = 1_000;

interface Store {
  name: string;
  rows: number;
  bytes: number;
}

/** Runs in the page: the JSON of all values, which is near to what the browser writes for texts. */
async function storesHere(): Promise<Store[]> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const sizeOf = (value: unknown): number => {
    // One byte a character, as browsers store most texts.
    if (typeof value === 'string') return value.length;
    if (ArrayBuffer.isView(value)) return value.byteLength;
    if (value instanceof ArrayBuffer) return value.byteLength;
    if (value instanceof Blob) return value.size;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0;
    return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + sizeOf(part), 0);
  };
  const found: Store[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const { indexNames } = database.transaction(store).objectStore(store);
      const values = await asked(database.transaction(store).objectStore(store).getAll());
      const bytes = values.reduce((sum: number, value) => sum + sizeOf(value), 0);
      if (bytes > 0)
        found.push({ name: `${name}/${store} (${[...indexNames].join(' ')})`, rows: values.length, bytes });
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    let bytes = 0;
    for (const request of requests) bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
    found.push({ name: `cache ${name}`, rows: requests.length, bytes });
  }
  return found.sort((a, b) => b.bytes - a.bytes);
}

async function filesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    const kind = `${entry.parentPath.slice(folder.length + 1).split('/')[0]} ${/\.\w+$/.exec(entry.name)?.[0] ?? '(other)'}`;
    sizes.set(kind, (sizes.get(kind) ?? 0) + size);
  }
  return sizes;
}

const kB = (bytes: number) => `${(bytes / KILO).toFixed(0).padStart(8)} kB`;

async function scripts(link: Link, folder: string): Promise<void> {
  const files = new Map<string, number>();
  for (const { path, precaching, method } of link.asked) {
    const file = path.replace(/[?#].*/, '');
    if (precaching || method !== 'GET' || !/\.(m?js|wasm)$/.test(file) || files.has(file)) continue;
    files.set(file, gzipSync(await readFile(join(folder, file)), { level: 9 }).length);
  }
  const sorted = [...files].sort((a, b) => b[1] - a[1]);
  console.log(`scripts of a visit: ${kB(sorted.reduce((sum, [, bytes]) => sum + bytes, 0))} gzip`);
  for (const [file, bytes] of sorted.slice(0, 25)) console.log(`  ${kB(bytes)}  ${file}`);
}

/** Where a third of the teachers are. */
const CITY = 'São Paulo';

async function visitSavingData({ page }: Browser, url: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('danceflix_low_data', 'on'));
  await page.goto(`${url}/search?city=${encodeURIComponent(CITY)}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.getByRole('link', { name: `Salvo aqui: só ${CITY}` }).waitFor({ timeout: 60_000 });
}

async function measure(url: string, teachers: number, savesData = false): Promise<void> {
  const profile = await Profile.make();
  const browser = await profile.open(1);
  const began = performance.now();
  if (savesData) await visitSavingData(browser, url);
  else await visit(browser, url, teachers);
  console.log(`visit ${Math.round(performance.now() - began)} ms${savesData ? ', saving data' : ''}`);
  await browser.page.waitForTimeout(SETTLED);
  const early = await diskOf(browser);
  const estimate = await (browser.page as Page).evaluate(
    async () => (await navigator.storage.estimate()).usage,
  );
  console.log(
    `\n== ${teachers} teachers: ${kB(early.all)}, of it pictures ${kB(early.pictures)}; estimate ${kB(estimate ?? 0)}`,
  );
  for (const [kind, bytes] of Object.entries(early.kinds)) console.log(`  ${kB(bytes)}  ${kind}`);
  console.log('stores, by their values:');
  for (const { name, rows, bytes } of await browser.page.evaluate(storesHere))
    console.log(`  ${kB(bytes)}  ${rows}  ${name}`);
  await browser.close();
  for (const part of ['Default/IndexedDB', 'Default/Service Worker']) {
    const sizes = await filesIn(join(profile.folder, part));
    console.log(`files of ${part}, closed:`);
    for (const [kind, bytes] of [...sizes].sort((a, b) => b[1] - a[1]))
      console.log(`  ${kB(bytes)}  ${kind}`);
  }
  const again = await profile.open(1);
  await again.page.goto(`${url}/search${savesData ? `?city=${encodeURIComponent(CITY)}` : ''}`);
  await again.page.waitForTimeout(6_000);
  const later = await diskOf(again);
  console.log(`second visit: ${kB(later.all)}, of it pictures ${kB(later.pictures)}`);
  for (const [kind, bytes] of Object.entries(later.kinds)) console.log(`  ${kB(bytes)}  ${kind}`);
  await again.close();
  await profile.remove();
}

const site = await copyOfBuild();
const server = await BenchServer.start(site.folder, RENDERER);
const link = await Link.open(server.url);
try {
  for (const [at, size] of process.argv.slice(2).map(Number).entries()) {
    await server.seed(size);
    await measure(link.url, size);
    if (at === 0) await scripts(link, site.folder);
    await measure(link.url, size, true);
  }
} finally {
  await link.cut();
  await server.kill();
  await site.remove();
}
process.exit(0);
