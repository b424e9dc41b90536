import type { Page } from '@playwright/test';
import { collectErrors, Phone, readyForOffline } from '../../support/browser';
import { Frame } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { SearchPage } from '../pages/search-page';
import { TeacherPage } from '../pages/teacher-page';
import { changingTest, expect } from '../support/test';

/** Messages of the browser itself about unanswered requests. */
const NO_NETWORK = [/net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/];

/** The start address of the installed app. */
async function startUrl(page: Page, url: string): Promise<string> {
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(new URL(manifest ?? '', url).href);
  const { start_url: path } = await answer.json();
  return new URL(path, url).href;
}

changingTest(
  '[D003][D004][D005][D007] after one visit a teacher is found with the browser closed and the server dead in between',
  async ({ product }) => {
    const phone = await Phone.unbox();
    try {
      const visit = await phone.page();
      const errors = collectErrors(visit);
      await visit.goto(`${product.url}/search`);
      await new SearchPage(visit).expectStored();
      await readyForOffline(visit);
      const stores = await visit.evaluate(async () =>
        (await indexedDB.databases()).map(({ name }) => name ?? ''),
      );
      for (const collection of ['cities', 'dance_styles', 'teachers']) {
        expect(stores.some((name) => name.startsWith('rxdb-') && name.endsWith(`-${collection}`))).toBe(true);
      }
      const icon = await startUrl(visit, product.url);
      expect(errors).toEqual([]);

      await phone.close();
      await product.kill();
      await phone.open();
      await findSomebody(await phone.page(), icon);
    } finally {
      await phone.discard();
    }
  },
);

async function findSomebody(page: Page, icon: string): Promise<void> {
  const errors = collectErrors(page, NO_NETWORK);
  const [frame, home, search, teacher] = [
    new Frame(page),
    new HomePage(page),
    new SearchPage(page),
    new TeacherPage(page),
  ];
  await page.goto(icon);
  await expect(frame.main.getByRole('heading', { level: 1 })).toBeVisible();
  if (new URL(page.url()).pathname !== '/search') {
    await expect(home.slides).toHaveCount(6);
    await home.all.click();
  }
  await search.expectCount(72);
  await expect(frame.offline).toBeVisible();

  await search.name.fill('joão aq');
  await expect(search.card('João Aquino')).toBeVisible();
  await search.expectCount(1);
  await search.name.fill('');
  await search.chooseStyle('Zouk');
  await search.chooseCity('São Paulo');
  await search.expectCount(5);
  for (const card of await search.cards.all()) await expect(card).toContainText('São Paulo');
  await search.expectQuery('?style=Zouk&city=São Paulo');
  expect(await search.cities()).toContain('Vitória');

  await search.card('Lívia Sanches').getByRole('link', { name: 'Conhecer Professor' }).click();
  await teacher.expectOf('Lívia Sanches');
  await expect(teacher.whatsapp).toBeVisible();
  await expect(frame.main).toContainText('Soltinho');
  await page.goBack();
  await search.expectCount(5);
  await expect(search.card('Lívia Sanches')).toBeVisible();

  await page.reload();
  await search.expectCount(5);
  await page.goto(new URL('/teachers/marina-couto', page.url()).href);
  await teacher.expectOf('Marina Couto');
  await expect(teacher.whatsapp).toBeVisible();
  await expect(frame.toasts).toHaveCount(0);
  await expect(frame.storageNotice).toHaveCount(0);
  await expect(search.couldNotLoad).toHaveCount(0);
  expect(errors).toEqual([]);
}

changingTest(
  'pictures that were seen are kept for later without a network',
  { tag: '@full' },
  async ({ product }) => {
    const phone = await Phone.unbox();
    try {
      const page = await phone.page();
      const search = new SearchPage(page);
      await page.goto(`${product.url}/search?name=marina%20couto`);
      await search.expectStored();
      await readyForOffline(page);
      await page.reload();
      const picture = search.card('Marina Couto').locator('img');
      const drawn = () =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
      await expect.poll(drawn).toBe(true);
      await product.kill();
      await page.reload();
      await expect.poll(drawn).toBe(true);

      // A teacher whose picture is not cached: initials instead of a broken picture.
      await search.name.fill('rafael tavares');
      await expect(search.card('Rafael Tavares').getByText('RT', { exact: true })).toBeVisible();
      await expect(search.card('Rafael Tavares').locator('img')).toHaveCount(0);
    } finally {
      await phone.discard();
    }
  },
);
