/**
 * The moment that the bench calls 'opens offline' (tests/bench/compare/lap.ts): the worker has stored what opens offline
 * first, and the search record is stored. Not one teacher's row has come by then.
 */
import { expectAccessible, hasSearchRecord, Phone } from '../../support/browser';
import { SearchPage } from '../pages/search-page';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test('a phone whose browser is closed as soon as the search is stored finds everybody without a network @full', async ({
  product,
}) => {
  const written = await fetch(`${product.url}/functions/v1/search-file`, {
    method: 'POST',
    headers: { apikey: product.secretKey },
  });
  expect(await written.json()).toMatchObject({ teachers: 72 });
  const phone = await Phone.unbox({ baseURL: product.url });
  try {
    let rows = 0;
    await phone.context.route('**/rpc/pull_teachers', async (route) => {
      if (route.request().postDataJSON().after_xid !== null) return route.fallback();
      rows += 1;
      // Never answered: the browser is closed before.
    });
    const before = await phone.page();
    await new SearchPage(before).open();
    const opensOffline = () =>
      before.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
      );
    await expect.poll(opensOffline).toBe(true);
    await expect.poll(() => before.evaluate(hasSearchRecord)).toBe(true);
    await expect.poll(() => rows).toBe(1);
    await phone.close();

    await phone.open();
    await phone.context.setOffline(true);
    const page = await phone.page();
    const search = new SearchPage(page);
    await search.open();
    await search.expectCount(72);
    await search.name.fill('a');
    await expect(search.cards.first()).toBeVisible();
    const [name = ''] = await search.names();
    await page.getByRole('link', { name: 'Conhecer Professor' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('O resto deste perfil ainda não está neste aparelho')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByText('O resto deste perfil ainda não está neste aparelho').scrollIntoViewIfNeeded();
    await shoot(page, 'teacher-still-to-come');
    // The address opens by itself too.
    await page.reload();
    await expect(page.getByText('O resto deste perfil ainda não está neste aparelho')).toBeVisible();

    await phone.context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Sobre' })).toBeVisible();
  } finally {
    await phone.discard();
  }
});
