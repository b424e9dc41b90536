/** The pages that open offline are stored first; the other pages follow when the page asks for them. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const precached = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith('workbox-precache')) continue;
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });
const controls = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

test('search and teachers open offline before the other pages are stored, and these once they are asked for', async ({
  page,
  context,
  search,
  frame,
}) => {
  await page.addInitScript(() => {
    const post = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...message: unknown[]) {
      const { type } = message[0] as { type?: string };
      if (type === 'STORE_ALL' && localStorage.getItem('all') === null) return;
      post.apply(this, message as Parameters<typeof post>);
    };
  });
  await search.openStored();
  await expect.poll(() => controls(page)).toBe(true);
  const first = await precached(page);
  expect(first.filter((path) => /(blog|safety|home|mural)-page|rich-editor/.test(path))).toEqual([]);

  await context.setOffline(true);
  await search.open();
  await search.expectCount(72);
  const [name = ''] = await search.names();
  await page.getByRole('link', { name: 'Conhecer Professor' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  // Unsent writes, and the way to end saving data: a phone that does stores no more pages than these.
  for (const [path, title] of [
    ['/envios', 'Envios pendentes'],
    ['/economia-de-dados', 'Economia de dados'],
    ['/encontrar-professor', 'Receber uma indicação'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  // Signing in is of no use now: the screen without a frame leads back.
  await page.goto('/login');
  await expect(page.getByText('Esta página ainda não está neste aparelho.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Encontrar Professor' }).click();
  await search.expectCount(72);
  // A page that is not here says so, also when its part fails before the frame is drawn, and goes on when the network is back.
  await page.addInitScript(() => {
    if (localStorage.getItem('all') !== null) return;
    // The guard of the start is there, and nothing else.
    let guard: unknown;
    Object.defineProperty(window, 'danceflixStart', {
      get: () => guard,
      set(value) {
        guard = value;
        if (!navigator.onLine) dispatchEvent(new Event('vite:preloadError'));
      },
    });
  });
  await page.goto('/seguranca');
  await expect(page.getByText('Esta página ainda não está neste aparelho.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Ops/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'Tentar Novamente' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar Novamente' })).toHaveCount(1);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await context.setOffline(false);
  await page.goto('/seguranca');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();

  await page.evaluate(() => localStorage.setItem('all', 'yes'));
  await search.open();
  await expect
    .poll(async () => (await precached(page)).filter((path) => /(blog|mural)-page-/.test(path)).length)
    .toBeGreaterThan(1);
  await context.setOffline(true);
  await page.goto('/seguranca');
  await expect(heading).toBeVisible();
});
