/** The search file: all teachers are searchable before their rows have come; with data being saved, only the own city's. */
import { expectAccessible, hasSearchRecord, readyForOffline } from '../../support/browser';
import { searchRequests } from '../support/network';
import type { Product } from '../support/product';
import { expect, changingTest as test } from '../support/test';

async function writeSearchFile(product: Product): Promise<void> {
  const response = await fetch(`${product.url}/functions/v1/search-file`, {
    method: 'POST',
    headers: { apikey: product.secretKey },
  });
  expect(await response.json()).toMatchObject({ teachers: 72 });
}

test('a first visit searches all teachers on the phone while their rows are still to come', async ({
  page,
  product,
  search,
}) => {
  await writeSearchFile(product);
  let free: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route('**/rpc/pull_teachers', async (route) => {
    if (route.request().postDataJSON().after_xid === null) await gate;
    await route.fallback();
  });
  await search.open();
  await expect.poll(() => page.evaluate(hasSearchRecord)).toBe(true);
  await search.expectCount(72);
  const asked = searchRequests(page);
  const [name = ''] = await search.names();
  await search.name.fill(name);
  await search.expectCount(1);
  const [row] = await product.sql<{ bio: string }>(
    'select bio from public.teacher_listings where name = $1',
    name,
  );
  await expect(search.cards.first()).toContainText(row?.bio.slice(0, 30) ?? 'a biography');
  // Only biographies that the file does not carry are asked for.
  expect(asked.map((request) => request.url()).filter((url) => !url.includes('select=id%2Cbio'))).toEqual([]);
  free();
  await search.expectStored();
  await search.expectCount(1);
});

test.describe('with data being saved', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

  test('only the own city is kept, the search says so, and finds it offline', { tag: '@full' }, async ({
    page,
    context,
    product,
    search,
    frame,
  }) => {
    await writeSearchFile(product);
    await page.addInitScript(() => {
      localStorage.setItem('danceflix_low_data', 'on');
    });
    await search.open('?city=Vitória');
    await expect(page.getByRole('link', { name: 'Salvo aqui: só Vitória' })).toBeVisible();
    const inCity = await search.names();
    expect(inCity.length).toBeGreaterThan(2);
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await search.open();
    await search.expectCount(72);
    await readyForOffline(page);

    await context.setOffline(true);
    await search.open('?city=Vitória');
    await expect(search.cards.first()).toBeVisible();
    expect(await search.names()).toEqual(inCity);
    await search.open('?city=Salvador');
    await expect(search.couldNotLoad).toBeVisible();
    await expect(page.getByText(/só os professores de Vitória ficam salvos aqui/)).toBeVisible();
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
  });
});
