import type { Page } from '@playwright/test';
import { expectAccessible, expectStarted, workerControls } from '../../support/browser';
import { countLoads, expect, test } from '../../support/hosted';

const TITLE = 'Ops! Algo deu errado ao carregar a aplicação.';
const JAVASCRIPT = 'text/javascript';
const ENTRY = /^\/assets\/index-[^/]+\.js$/;

const ENTRY_URL = /\/assets\/index-[^/]+\.js$/;

const failure = (page: Page) => page.getByRole('alert').getByRole('heading', { name: TITLE, exact: true });
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar Novamente', exact: true });
const storedFailures = (page: Page) => page.evaluate(() => localStorage.getItem('danceflix_start_failures'));

/** Stops the clock until the test moves it. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T12:00:00-03:00' });
  await page.clock.pauseAt('2026-11-20T12:00:01-03:00');
}

/**
 * Touches the page: the app of a prerendered page starts with the first touch, whatever the clock
 * says.
 */
async function touch(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.keyboard.press('Shift');
}

async function seeFailure(page: Page): Promise<void> {
  await touch(page);
  await expect(failure(page)).toBeVisible();
}

const BROKEN = [
  ['is not found', { status: 404 }],
  ['meets a failing server', { status: 500 }],
  ['arrives as a web page', { status: 200, body: '<!doctype html><p>Entrar na rede</p>', type: 'text/html' }],
  ['throws', { status: 200, body: 'throw new Error("broken")', type: JAVASCRIPT }],
  ['is too new for the browser', { status: 200, body: 'const = modern', type: JAVASCRIPT }],
  ['needs a file that is missing', { status: 200, body: 'import "/assets/gone.js"', type: JAVASCRIPT }],
] as const;

for (const [what, answer] of BROKEN)
  test(`[A191] [A298] the failure screen shows when the app's script ${what}`, async ({ page, host }) => {
    host.answer(ENTRY, answer);
    await page.goto(host.url);
    await expect(failure(page)).toBeVisible();
    await expect(retry(page)).toBeFocused();
  });

test('[A191] [A298] the failure screen shows when the first page is a chunk that does not load', async ({
  page,
  host,
}) => {
  host.answer(/^\/assets\/home-page-[^/]+\.js$/, { status: 404 });
  await page.goto(host.url);
  await expect(failure(page)).toBeVisible();
});

test('a prerendered page is visible before its app, which starts with the first touch', async ({
  page,
  host,
}) => {
  await holdClock(page);
  const entries: string[] = [];
  page.on('request', (request) => {
    if (ENTRY_URL.test(request.url())) entries.push(request.url());
  });
  await page.goto(host.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(entries).toEqual([]);
  await touch(page);
  // The page looks the same before and after the app takes it over: its root element tells the
  // difference.
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered');
  await expectStarted(page);
  expect(entries).toHaveLength(1);
});

test('[A299] "Tentar Novamente" reloads the page, and a start that succeeds clears the count', async ({
  page,
  host,
}) => {
  await holdClock(page);
  host.answer(ENTRY, { status: 404 });
  await page.goto(host.url);
  await seeFailure(page);
  expect(await storedFailures(page)).toMatch(/ 1$/);

  host.heal();
  const loads = countLoads(page);
  await retry(page).click();
  await expect.poll(loads).toBe(1);
  await touch(page);
  await expectStarted(page);
  await page.clock.resume();
  await expect.poll(() => storedFailures(page)).toBeNull();
});

test('[A192] the page reloads by itself after 3 seconds, and only once', async ({ page, host }) => {
  await holdClock(page);
  host.answer(ENTRY, { status: 404 });
  await page.goto(host.url);
  await seeFailure(page);
  await expect(page.getByText('Vamos recarregar em instantes')).toBeVisible();
  const loads = countLoads(page);

  await page.clock.runFor(2_999);
  expect(loads()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(loads).toBe(1);

  await seeFailure(page);
  // The second screen announces no reload, and none comes.
  await expect(page.getByText('Confira sua conexão')).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText('Confira sua conexão')).toBeVisible();
  expect(loads()).toBe(1);
  expect(await storedFailures(page)).toMatch(/ 2$/);
});

test('another build gets its own automatic reload', { tag: '@full' }, async ({ page, host, makeRelease }) => {
  await holdClock(page);
  host.answer(ENTRY, { status: 404 });
  await page.goto(host.url);
  await seeFailure(page);
  const loads = countLoads(page);
  await page.clock.runFor(3_000);
  await expect.poll(loads).toBe(1);
  await seeFailure(page);

  const next = await makeRelease('B');
  host.deploy(next.folder);
  await page.reload();
  await seeFailure(page);
  expect(await storedFailures(page)).toBe(`${next.build} 1`);
});

test('the automatic reload happens once even where storage throws', async ({ page, host }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await holdClock(page);
  host.answer(ENTRY, { status: 404 });
  await page.goto(`${host.url}/search?style=Forr%C3%B3`);
  await expect(failure(page)).toBeVisible();
  const loads = countLoads(page);
  await page.clock.runFor(3_000);
  await expect.poll(loads).toBe(1);
  await expect(failure(page)).toBeVisible();
  // The second screen announces no reload, and none comes.
  await expect(page.getByText('Confira sua conexão')).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText('Confira sua conexão')).toBeVisible();
  expect(loads()).toBe(1);
  // The counter is gone from the address, and the filters are still there.
  expect(new URL(page.url()).search).toBe('?style=Forr%C3%B3');
});

test('without network and worker the automatic reload waits for the connection', async ({
  page,
  host,
  context,
}) => {
  await holdClock(page);
  host.answer(ENTRY, { status: 404 });
  await page.goto(host.url);
  await seeFailure(page);
  const loads = countLoads(page);
  await context.setOffline(true);
  await page.clock.runFor(10_000);
  expect(loads()).toBe(0);
  await expect(failure(page)).toBeVisible();
  host.heal();
  await context.setOffline(false);
  await expect.poll(loads).toBe(1);
  await touch(page);
  await expectStarted(page);
});

test('a slow start is no failure', async ({ page, host }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ENTRY_URL, async (route) => {
    await held;
    await route.continue();
  });
  await holdClock(page);
  // Not the home page, which is visible before there is an app.
  await page.goto(`${host.url}/pwa-test`, { waitUntil: 'commit' });
  await expect(page.locator('.start-splash')).toBeVisible();
  await page.clock.runFor(120_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  release();
  await expectStarted(page);
});

test('a start that hangs after a rejected promise is a failure after 20 seconds', async ({ page, host }) => {
  host.answer(ENTRY, { status: 200, body: 'Promise.reject(new Error("no database"))', type: JAVASCRIPT });
  await holdClock(page);
  await page.addInitScript(() => {
    addEventListener('unhandledrejection', () => {
      document.documentElement.dataset.rejected = 'true';
    });
  });
  await page.goto(host.url);
  await touch(page);
  await expect(page.locator('html')).toHaveAttribute('data-rejected');
  await page.clock.runFor(19_999);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(failure(page)).toBeVisible();
});

test('an unrelated error is ignored when the app starts', async ({ page, host }) => {
  const reported: string[] = [];
  page.on('console', (message) => reported.push(message.text()));
  host.answer(/^\/boot\.js$/, {
    status: 200,
    body: `${await (await fetch(`${host.url}/boot.js`)).text()}
      setTimeout(() => { throw new Error('from a widget'); });`,
    type: JAVASCRIPT,
  });
  await page.goto(host.url);
  await expectStarted(page);
  const threw = () => reported.filter((text) => text.includes('Start-up failure (threw)')).length;
  await expect.poll(threw).toBe(1);
  await expect.poll(() => storedFailures(page)).toBeNull();
});

/** Breaks the entry chunk inside the precache, as a disk error or a bad release could. */
async function breakPrecache(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith('workbox-precache'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/index-[^/]+\.js$/.test(request.url))
          await cache.put(
            request,
            new Response('throw new Error("broken")', { headers: { 'content-type': 'text/javascript' } }),
          );
    }
  });
}

const stored = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    precaches: (await caches.keys()).filter((name) => name.includes('precache')).length,
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'kept'),
  }));

async function visitThenBreak(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectStarted(page);
  await workerControls(page);
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('kept');
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = () => reject(request.error);
      }),
  );
  await breakPrecache(page);
}

test('a second failure drops worker and precache, never IndexedDB, and the next try starts afresh', {
  tag: '@full',
}, async ({ page, host }) => {
  await visitThenBreak(page, host.url);
  const loads = countLoads(page);
  await page.reload();
  // The first failure reloads by itself; the second one shows the screen.
  await expect.poll(loads).toBe(2);
  await expect(failure(page)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ workers: 0, precaches: 0, databases: ['kept'] });
  await expectAccessible(page);

  await retry(page).click();
  await expectStarted(page);
  expect((await stored(page)).databases).toEqual(['kept']);
});

test('a second failure keeps worker and precache while the server cannot be reached', {
  tag: '@full',
}, async ({ page, host }) => {
  await visitThenBreak(page, host.url);
  await host.stop();
  const loads = countLoads(page);
  const kept = page.waitForEvent('console', (message) => message.text().includes('could not be removed'));
  await page.reload();
  await expect.poll(loads).toBe(2);
  await expect(failure(page)).toBeVisible();
  await kept;
  expect(await stored(page)).toEqual({ workers: 1, precaches: 1, databases: ['kept'] });
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page whose chunk does not arrive after the start is tried once more by itself, then by hand', async ({
    page,
    host,
  }) => {
    // Imitates a phone that is never idle after the start.
    await page.addInitScript(() => {
      let guard: Window['danceflixStart'];
      Object.defineProperty(window, 'danceflixStart', {
        get: () => guard,
        set: (made: NonNullable<typeof guard>) => {
          const settled = () => {
            made.settled();
            window.requestIdleCallback = () => 0;
            document.documentElement.dataset.settled = 'true';
          };
          guard = { ...made, settled };
        },
      });
    });
    await page.goto(`${host.url}/nao-existe`);
    await expect(page.locator('html')).toHaveAttribute('data-settled');
    host.answer(/^\/assets\/home-page-[^/]+\.js$/, { status: 404 });
    await page.getByRole('link', { name: 'Return to Home' }).click();
    const screen = page.getByRole('alert').filter({ hasText: 'Confira sua conexão' });
    await expect(screen).toBeVisible();
    host.heal();
    await screen.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Seu próximo passo/ })).toBeVisible();
    await expectStarted(page);
  });
});
