import { readdir, readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { collectErrors, Phone, readyForOffline } from '../../support/browser';
import { putStoredData, unpack } from '../../support/stored-data';
import { OwnPages } from '../pages/own-pages';
import { leads, ONCE, requests } from '../support/arrived';
import { Product } from '../support/product';
import { QUEUED, queuedIn } from '../support/queued-writes';

const FIXTURES = new URL('../fixtures/', import.meta.url);

test('data that was stored before this state is shown without a server, then updated; waiting writes arrive once', async () => {
  const fixtures = (await readdir(FIXTURES)).filter((name) => name.startsWith('stored-data-'));
  expect(fixtures.length).toBeGreaterThan(0);
  for (const fixture of fixtures) {
    // Each test has its own server: a write queued in one release is queued in the data of the next
    // one too.
    const app = await Product.start();
    const phone = await Phone.unbox({ baseURL: app.url });
    try {
      const stored = unpack(await readFile(new URL(fixture, FIXTURES)));
      const page = await phone.page();
      // A page of the origin that runs none of the app's code.
      await page.goto(`${app.url}/robots.txt`);
      await putStoredData(page, stored);

      const errors = collectErrors(page, [/net::ERR_/, /Failed to load resource/]);
      await page.route(/\/(rest|realtime)\/v1\//, (route) => route.abort());
      await page.goto(`${app.url}/search`);
      await expect(page.getByRole('link', { name: 'Conhecer Professor' }), fixture).toHaveCount(12);
      await page.getByLabel('Nome do Professor').fill('alvaro');
      await expect(page.getByRole('heading', { name: /^Álvaro/ }).first()).toBeVisible();

      await page.unroute(/\/(rest|realtime)\/v1\//);
      await page.goto(`${app.url}/search`);
      await readyForOffline(page);
      await expect(page.getByRole('link', { name: 'Conhecer Professor' })).toHaveCount(12);
      expect(errors, fixture).toEqual([]);
      if (queuedIn(stored) > 0) await expectDelivered(page, app);
    } finally {
      await phone.discard();
      await app.close();
    }
  }
});

/**
 * The visitor's write is sent by itself, the student's after the student signs in; two tabs at once
 * send neither twice.
 */
async function expectDelivered(page: Page, app: Product): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/search');
  await expect.poll(() => leads(app, QUEUED.leadName)).toEqual([ONCE]);
  expect(await requests(app, QUEUED.style)).toEqual([{ rows: 0, commands: 0, told: 0 }]);
  await new OwnPages(page).enter('student');
  await expect.poll(() => requests(app, QUEUED.style)).toEqual([{ ...ONCE, told: 1 }]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Envios pendentes: / })).toHaveCount(0);
  expect(await leads(app, QUEUED.leadName)).toEqual([ONCE]);
  expect(await requests(app, QUEUED.style)).toEqual([{ ...ONCE, told: 1 }]);
}
