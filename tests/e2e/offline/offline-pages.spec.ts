import { expect, type Page, test } from '@playwright/test';
import {
  collectErrors,
  expectPicturesKept,
  expectStarted,
  Phone,
  readyForOffline,
} from '../../support/browser';
import { Product } from '../support/product';

/**
 * Errors that a page may log while there is no server, and about an address that does not exist.
 */
const EXPECTED = [/net::ERR_/, /Failed to fetch/, /Failed to load resource/, /404: no page at/];

const PATHS = [
  '/search',
  '/',
  '/search?style=Forr%C3%B3',
  '/forro/salvador',
  '/zouk/brasilia?city=',
  '/samba/nao-existe',
  '/aulas-particulares-de-danca',
  '/aprenda-a-dancar-com-professores-particulares',
  '/duvidas#posso-cancelar-uma-aula',
  '/pwa-test',
  '/debug/dance-styles',
  '/nao-existe',
];

let product: Product;

// Runs apart from the test: the first start after a change of the sources creates the database.
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product.close());

test('[T097] after one visit every page opens, reloads and shows its pictures with browser restarted and server gone', async () => {
  const phone = await Phone.unbox();
  try {
    const first = await phone.page();
    const errors = collectErrors(first);
    await first.goto(`${product.url}/search`);
    await readyForOffline(first);
    const teacher = await first.locator('main a[href^="/teachers/"]').first().getAttribute('href');
    expect(teacher).toMatch(/^\/teachers\/./);
    await expectPicturesKept(first);
    expect(errors).toEqual([]);
    await phone.close();
    await product.kill();

    await phone.open();
    const page = await phone.page();
    const offline = collectErrors(page, EXPECTED);
    for (const path of [...PATHS, teacher ?? ''])
      for (const visit of [() => page.goto(product.url + path), () => page.reload()]) {
        expect((await visit())?.fromServiceWorker(), path).toBe(true);
        await expectStarted(page);
        await expect(page.locator('#root [aria-busy="true"]'), path).toHaveCount(0);
        expect(offline, path).toEqual([]);
      }

    await page.goto(`${product.url}/search`);
    await expect(page.locator('main a[href^="/teachers/"]').first()).toBeVisible();
    await expect.poll(() => picturesDrawn(page)).toBeGreaterThan(0);
  } finally {
    await phone.discard();
  }
});

/** The number of pictures of the list that were really drawn. */
function picturesDrawn(page: Page): Promise<number> {
  return page
    .locator('main img')
    .evaluateAll(
      (images) =>
        images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
    );
}
