import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { collectErrors, expectStarted, Phone, workerControls } from '../../support/browser';
import { skipWithoutWholeChromium } from '../../support/chromium';
import { countLoads, expect, test } from '../../support/hosted';
import { NotificationBus } from '../../support/notification-bus';

const READY = 'Pronto para usar offline';
const PICTURE = '/storage/v1/render/image/public/profile-images/ana/foto.png';
/** A picture as phones store it, without the size letter and extension. */
const SIZED = '/storage/v1/object/public/profile-images/ana/6a0f4f0c-1111-4000-8000-00000000000a';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: READY });
const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/**
 * Waits for the end of the app's start: the counter of failures is cleared right before the worker
 * registers.
 */
async function settled(page: Page): Promise<void> {
  await expectStarted(page);
  await workerControls(page);
}

test('[A189] the first install says that the app is ready offline, without a reload; the second visit says nothing', async ({
  page,
  host,
}) => {
  const loads = countLoads(page);
  await page.goto(host.url);
  await settled(page);
  await expect(notice(page)).toBeVisible();
  expect(loads()).toBe(1);

  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(notice(page)).toHaveCount(0);
  // Collects every notice of this visit, however short.
  await page.addInitScript((text) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(text)) document.documentElement.dataset.told = 'true';
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, READY);
  await page.goto(`${host.url}/search`);
  await settled(page);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
  await expect(page.locator('html')).not.toHaveAttribute('data-told');
});

test('a page that was reloaded during the first install says that the app is ready offline', {
  tag: '@full',
}, async ({ page, host }) => {
  const loads = countLoads(page);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('test:reloaded')) return;
    const timer = setInterval(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (!registration?.installing) return;
      clearInterval(timer);
      sessionStorage.setItem('test:reloaded', '1');
      location.reload();
    }, 5);
  });
  await page.goto(host.url);
  await expect.poll(loads).toBe(2);
  await settled(page);
  await expect(notice(page)).toBeVisible();
});

test('a page that bypassed the worker is taken over, without a reload', { tag: '@full' }, async ({
  page,
  context,
  host,
}) => {
  await page.goto(host.url);
  await settled(page);
  await page.addInitScript(() =>
    Object.assign(window, { hadWorker: navigator.serviceWorker.controller !== null }),
  );
  const loads = countLoads(page);
  const devtools = await context.newCDPSession(page);
  const loaded = page.waitForEvent('domcontentloaded');
  await devtools.send('Page.reload', { ignoreCache: true });
  await loaded;
  expect(await page.evaluate(() => Reflect.get(window, 'hadWorker'))).toBe(false);
  await settled(page);
  expect(loads()).toBe(1);
});

test(
  '[A190] the announcement is a notification where that is granted',
  { tag: '@full' },
  async ({ host }, testInfo) => {
    skipWithoutWholeChromium(testInfo);
    // A browser without a desktop for notifications loses some of them.
    const desktop = await NotificationBus.start();
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: desktop.address };
    // Notifications belong to the whole browser.
    const phone = await Phone.unbox({ env });
    try {
      await phone.context.grantPermissions(['notifications'], { origin: host.url });
      const page = await phone.page();
      await page.goto(host.url);
      await workerControls(page);
      await expect.poll(() => desktop.titles).toEqual([READY]);
      expect(await notifications(page)).toEqual([READY]);
      await expect(notice(page)).toHaveCount(0);
    } finally {
      await phone.discard();
      await desktop.stop();
    }
  },
);

test('[A190] the announcement stays in the page where notifications are not granted', {
  tag: '@full',
}, async ({ page, host }) => {
  await page.goto(host.url);
  await workerControls(page);
  await expect(notice(page)).toBeVisible();
  expect(await notifications(page)).toEqual([]);
});

test('[A262] the worker is registered from the site root', { tag: '@full' }, async ({ page, host }) => {
  await page.goto(`${host.url}/search`);
  await settled(page);
  const registration = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return { scope, script: active?.scriptURL };
  });
  expect(registration).toEqual({ scope: `${host.url}/`, script: `${host.url}/sw.js` });
});

test('[T108][D010] the app can be installed, and Chromium reports no installability error', async ({
  host,
}) => {
  // A separate profile: Chromium installs nothing in incognito.
  const phone = await Phone.unbox();
  try {
    await checkInstallability(await phone.page(), host.url);
  } finally {
    await phone.discard();
  }
});

async function checkInstallability(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settled(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);

  const manifest = JSON.parse(data);
  expect(manifest).toMatchObject({
    id: '/',
    short_name: 'Danceflix',
    lang: 'pt-BR',
    display: 'standalone',
    scope: '/',
  });
  const sizes = (purpose: string) =>
    manifest.icons
      .filter((icon: { purpose: string }) => icon.purpose === purpose)
      .map((icon: { sizes: string }) => icon.sizes);
  expect(sizes('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizes('maskable')).toEqual(['192x192', '512x512']);

  const files = [...manifest.icons, ...(manifest.screenshots ?? [])].map(({ src }: { src: string }) => src);
  for (const src of [...files, '/icons/apple-touch-icon.png', '/share.png'])
    expect((await page.request.get(url + src)).headers()['content-type'], src).toMatch(/^image\//);
  expect((await page.goto(url + manifest.start_url))?.fromServiceWorker()).toBe(true);
}

test('[T046] a visit violates no rule of the Content-Security-Policy', async ({ page, host }) => {
  const refused = collectErrors(page, [/^(?!.*Content Security Policy)/s]);
  await page.goto(host.url);
  await settled(page);
  await expect(notice(page)).toBeVisible();
  expect(refused).toEqual([]);
});

const PATHS = [
  '/',
  '/search',
  '/search?style=Forr%C3%B3&page=2',
  '/teachers/ana-lima',
  '/pwa-test',
  '/nao-existe/aqui',
];

test('after one visit every path opens and reloads with the server gone', { tag: '@full' }, async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await settled(page);
  await host.stop();
  for (const path of PATHS) {
    await page.goto(host.url + path);
    await expectStarted(page);
    await page.reload();
    await expectStarted(page);
  }
});

test("the server's own paths and files are never answered with the app", async ({ page, host }) => {
  await page.goto(host.url);
  await settled(page);
  host.answer(/^\/_mailbox/, { status: 200, body: 'mailbox', type: 'text/html' });
  await page.goto(`${host.url}/_mailbox`);
  await expect(page.locator('body')).toHaveText('mailbox');
  expect((await page.goto(`${host.url}/robots.txt`))?.fromServiceWorker()).toBe(false);
  host.answer(/^\/rest\//, { status: 200, body: '[]', type: 'application/json' });
  await page.goto(`${host.url}/rest/v1/cities`);
  await expect(page.locator('body')).toHaveText('[]');
});

test('a picture seen once shows without network, in another size too; failed ones and API answers are not kept', {
  tag: '@full',
}, async ({ page, host }) => {
  const body = await readFile('public/icons/icon-192.png');
  host.answer(/^\/storage\//, { status: 200, body, type: 'image/png' });
  host.answer(/falha\.png$/, { status: 500 });
  host.answer(/^\/rest\//, { status: 200, body: '[]', type: 'application/json' });
  // The picture is drawn before the worker takes control: the first visit's pictures count too.
  await page.addInitScript((src) => {
    addEventListener('DOMContentLoaded', () => {
      const image = new Image();
      image.crossOrigin = 'anonymous';
      image.src = `${src}?width=96&height=96&quality=85&resize=cover`;
      document.body.append(image);
    });
  }, PICTURE);
  await page.goto(host.url);
  await settled(page);
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('danceflix-pictures');
      const urls = (await cache.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
      // A prerendered home page loads additional pictures.
      return urls.filter((url) => url.includes('/profile-images/ana/'));
    });
  await expect.poll(kept).toEqual([`${PICTURE}?width=96&height=96&quality=85&resize=cover`]);

  await page.evaluate(() => fetch('/rest/v1/cities'));
  expect(await loads(page, `${PICTURE.replace('foto', 'falha')}?width=96`)).toBe(false);
  expect(await kept()).toHaveLength(1);

  await host.stop();
  await page.reload();
  expect(await loads(page, `${PICTURE}?width=96&height=96&quality=85&resize=cover`)).toBe(true);
  expect(await loads(page, `${PICTURE}?width=400&height=400&quality=85&resize=cover`)).toBe(true);
  expect(await loads(page, `${PICTURE.replace('foto', 'nunca-vista')}?width=96`)).toBe(false);
  const urls = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(urls.filter((url) => /\/(rest|auth|functions|realtime)\//.test(url))).toEqual([]);
});

test('a picture of several sizes is cached once, in the largest size shown, and replaces the others', {
  tag: '@full',
}, async ({ page, host }) => {
  const body = await readFile('public/icons/icon-192.png');
  host.answer(/^\/storage\//, { status: 200, body, type: 'image/png' });
  host.answer(/^\/rest\//, { status: 200, body: '[]', type: 'application/json' });
  await page.goto(host.url);
  await settled(page);
  const file = (letter: string) => `${SIZED}-${letter}.webp`;
  const kept = () =>
    page.evaluate(async (part) => {
      const cache = await caches.open('danceflix-pictures');
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      return paths.filter((path) => path.startsWith(part));
    }, SIZED);
  expect(await loads(page, file('t'))).toBe(true);
  await expect.poll(kept).toEqual([file('t')]);
  expect(await loads(page, file('p'))).toBe(true);
  await expect.poll(kept).toEqual([file('p')]);
  await host.stop();
  for (const letter of ['t', 'c', 'p']) expect(await loads(page, file(letter))).toBe(true);
  expect(await kept()).toEqual([file('p')]);
});

/** Whether the picture at `src` can be drawn. */
function loads(page: Page, src: string): Promise<boolean> {
  return page.evaluate(
    (url) =>
      new Promise<boolean>((resolve) => {
        const image = new Image();
        image.crossOrigin = 'anonymous';
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
        image.src = url;
      }),
    src,
  );
}
