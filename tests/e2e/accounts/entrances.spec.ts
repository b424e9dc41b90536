import { expectAccessible } from '../../support/browser';
import { OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, test } from '../support/test';

const shared = (query: Record<string, string>) => `/share?${new URLSearchParams(query)}`;

test('a shared teacher link opens at the teacher', async ({ page, teacher, product }) => {
  // Android puts the address into `text`.
  await page.goto(shared({ title: 'Marina', text: `Conheça Marina: ${product.url}/teachers/marina-couto` }));
  await teacher.expectOf('Marina Couto');
  await expect(page).toHaveURL(`${product.url}/teachers/marina-couto`);
});

test('a shared foreign link is explained, and leads to no other site', async ({ page, product, frame }) => {
  const foreign = shared({ url: 'https://mal.example/teachers/marina-couto' });
  await page.goto(foreign);
  await expect(page.getByRole('heading', { level: 1, name: 'Este link não é do Danceflix' })).toBeVisible();
  expect(page.url()).toBe(product.url + foreign);
  await expect(page.locator('main a[href*="mal.example"]')).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'share-foreign');

  await page.goto(shared({ url: `${product.url}/teachers/` }));
  await expect(
    page.getByRole('heading', { level: 1, name: 'Este link do Danceflix não abre' }),
  ).toBeVisible();
  await page.goto(shared({ text: 'bora dançar?' }));
  await expect(page.getByRole('heading', { level: 1, name: /^Não achamos um link/ })).toBeVisible();
  await page.getByRole('link', { name: 'Encontrar Professor' }).and(page.locator('main a')).click();
  await expect(page).toHaveURL(`${product.url}/search`);
});

test('every shortcut of the icon opens an existing page, for every role', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const urls: string[] = manifest.shortcuts.map(({ url }: { url: string }) => url);
  expect(urls).toHaveLength(5);
  const arrivals = async () => {
    const paths: string[] = [];
    for (const url of urls) {
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      paths.push(new URL(page.url()).pathname);
    }
    return paths;
  };
  expect(await arrivals()).toEqual(['/search', '/login', '/login', '/login', '/comunidade']);
  await new OwnPages(page).enter('student');
  expect(await arrivals()).toEqual([
    '/search',
    '/student/lessons',
    '/student/requests',
    '/student/notifications',
    '/comunidade',
  ]);

  await page.goto(shared({ url: `${product.url}/share?url=${product.url}` }));
  await expect(
    page.getByRole('heading', { level: 1, name: 'Este link do Danceflix não abre' }),
  ).toBeVisible();
});
