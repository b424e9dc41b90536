import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readyForOffline } from '../../support/browser';
import { presentBuild } from '../../support/present-build';
import { OwnPages } from '../pages/own-pages';
import { hold } from '../support/network';
import { ahead, tamper } from '../support/tamper';
import { expect, test } from '../support/test';

const DAY = 24 * 60 * 60 * 1000;
const FIVE_MINUTES_ARE_THREE_SECONDS = `{
  const wait = setTimeout;
  // A round waits for what is left of them.
  const isWhole = (ms) => ms > 280_000 && ms <= 300_000;
  globalThis.setTimeout = (work, ms, ...rest) => wait(work, isWhole(ms) ? 3_000 : ms, ...rest);
}`;

test('[A305][A306] cached data outside RxDB has the prefix, and its version is 1', { tag: '@full' }, async ({
  page,
  search,
}) => {
  await search.openStored();
  const read = () =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name, version }) => ({ name: name ?? '', version })),
      keys: Object.keys(localStorage),
    }));
  await expect
    .poll(async () => (await read()).databases.some(({ name }) => name.startsWith('danceflix_cache_')))
    .toBe(true);
  const { databases, keys } = await read();
  // The number of used bytes is written a while after the start, and is no cached data either.
  const cached = databases.filter(({ name }) => !name.startsWith('rxdb-') && name !== 'danceflix-data-use');
  expect(cached).not.toEqual([]);
  for (const { name, version } of cached) {
    expect(name).toMatch(/^danceflix_cache_/);
    expect(version).toBe(1);
  }
  // A record of answered questions cannot be fetched again, so it is no cache.
  const cachedKeys = keys.filter((key) => key !== 'danceflix_install');
  expect(cachedKeys.filter((key) => !key.startsWith('danceflix_cache_'))).toEqual([]);
});

test('[D019][D020] yesterday’s cities and styles are drawn at once and refreshed behind them', async ({
  page,
  search,
}) => {
  await search.openStored();
  const styles = await search.styles();
  const cities = await search.cities();
  expect(Math.min(styles.length, cities.length)).toBeGreaterThan(5);

  await tamper(page, ahead(DAY + 60_000));
  const pulls = await hold(page, '**/rest/v1/rpc/pull_*');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pull_changes'))
      asked.push(...Object.keys(request.postDataJSON().asked.after));
  });
  await page.reload();
  await search.expectCount(72);
  expect(await search.styles()).toEqual(styles);
  expect(await search.cities()).toEqual(cities);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await pulls.release();
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['cities', 'dance_styles']));
});

test('[D021] the own profile is drawn at once, and pulled again whenever five minutes have passed', {
  tag: '@full',
}, async ({ page }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  const name = own.profile.getByLabel('Nome', { exact: true });
  await expect(name).toHaveValue('Camila Duarte');

  await tamper(page, FIVE_MINUTES_ARE_THREE_SECONDS);
  const pulls = await hold(page, '**/rest/v1/rpc/pull_{profile,changes}');
  let asked = 0;
  page.on('request', (request) => {
    if (/\/pull_(profile|changes)$/.test(request.url())) asked += 1;
  });
  await page.reload();
  await expect(name).toHaveValue('Camila Duarte');
  await expect.poll(() => asked).toBeGreaterThan(0);
  await pulls.release();
  await expect.poll(() => asked).toBeGreaterThan(4);
});

for (const [age, hours, kept] of [
  ['younger', 23, true],
  ['older', 25, false],
] as const) {
  test(`[A304] cached data that is ${age} than 24 hours is ${kept ? 'kept' : 'made anew'}`, {
    tag: '@full',
  }, async ({ page, search }) => {
    await search.openStored();
    const build = () => page.evaluate(builtRecord);
    await expect.poll(build).toEqual(expect.any(String));
    const before = await build();
    await tamper(page, ahead((hours * DAY) / 24));
    const names = page.waitForResponse(/rpc\/pull_(teachers|changes)$/);
    await page.reload();
    await search.expectCount(72);
    // The sync round that could store another record is over once a round of the person's own rows
    // has followed it.
    await names;
    await search.refresh.click();
    await expect(search.refresh).toBeEnabled();
    if (kept) expect(await build()).toBe(before);
    else await expect.poll(build).not.toBe(before);
  });
}

/** Runs in the page: names the stored search record. */
async function builtRecord(): Promise<string | null> {
  const name = 'danceflix_cache_search';
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('records').objectStore('records').get('teachers');
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result?.build ?? null);
      };
    };
  });
}

test('the worker caches every file exactly as the server has it, though most of them arrive together', {
  tag: ['@full', '@worker'],
}, async ({ page, context, search, product }) => {
  await search.openStored();
  await readyForOffline(page);
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('workbox-precache')) ?? '';
    const cache = await caches.open(name);
    const files = (await cache.keys()).map(async ({ url }) => {
      const response = await cache.match(url);
      const type = response?.headers.get('content-type') ?? '';
      return { path: new URL(url).pathname, type, text: (await response?.text()) ?? '' };
    });
    return Promise.all(files);
  });
  const assets = kept.filter(({ path }) => /^\/assets\/.*\.(js|css)$/.test(path));
  expect(assets.length).toBeGreaterThan(250);
  expect(kept.filter(({ path }) => path.includes('/pack-'))).toEqual([]);
  const differing = assets.map(async ({ path, type, text }) => {
    const sent = await fetch(product.url + path);
    const isSame = (await sent.text()) === text && sent.headers.get('content-type') === type;
    return isSame ? [] : [path];
  });
  expect((await Promise.all(differing)).flat()).toEqual([]);

  const [worker] = context.serviceWorkers();
  const asked = await worker?.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = (asked ?? []).filter((path) => path.startsWith('/assets/'));
  const packs = (await readdir(join(await presentBuild(), 'assets'))).filter((name) =>
    name.startsWith('pack-'),
  );
  expect(files.filter((path) => path.includes('/pack-')).sort()).toEqual(
    packs.map((name) => `/assets/${name}`).sort(),
  );
  expect(files.length).toBeLessThan(40);
});
