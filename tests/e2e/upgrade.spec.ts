import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { collectErrors, Phone, readyForOffline } from '../support/browser';
import { putStoredData, unpack } from '../support/stored-data';
import { Product } from './support/product';

const FIXTURES = new URL('./fixtures/', import.meta.url);

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await Product.start();
});
test.afterAll(() => product.close());

test('what every earlier release stored is shown without a server, then brought up to date', async () => {
  test.setTimeout(180_000);
  const fixtures = (await readdir(FIXTURES)).filter((name) => name.startsWith('stored-data-'));
  expect(fixtures.length).toBeGreaterThan(0);
  for (const fixture of fixtures) {
    const phone = await Phone.unbox();
    try {
      const stored = unpack(await readFile(new URL(fixture, FIXTURES)));
      const page = await phone.page();
      // A page of the origin that runs none of the app's code.
      await page.goto(`${product.url}/robots.txt`);
      await putStoredData(page, stored);

      const errors = collectErrors(page, [/net::ERR_/, /Failed to load resource/]);
      await page.route(/\/(rest|realtime)\/v1\//, (route) => route.abort());
      await page.goto(`${product.url}/search`);
      await expect(page.getByRole('link', { name: 'Conhecer Professor' }), fixture).toHaveCount(12);
      await page.getByLabel('Nome do Professor').fill('alvaro');
      await expect(page.getByRole('heading', { name: /^Álvaro/ }).first()).toBeVisible();

      await page.unroute(/\/(rest|realtime)\/v1\//);
      await page.goto(`${product.url}/search`);
      await readyForOffline(page);
      await expect(page.getByRole('link', { name: 'Conhecer Professor' })).toHaveCount(12);
      expect(errors, fixture).toEqual([]);
    } finally {
      await phone.discard();
    }
  }
});
