/** A city where nobody teaches: who says so, who teaches near by and online, and 'Avise-me', with and without a connection. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { addTeacher } from '../support/people';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const LIST = /municipalities-.*\.txt$/;
const NOBODY = 'Ainda não há professor de Forró em Vila Velha';

test.use({ serviceWorkers: 'allow' });

test('[T121] a city where nobody teaches shows who teaches near by and online, also offline', async ({
  page,
  context,
  product,
  search,
  frame,
}) => {
  await product.sql(`update public.teachers set is_active = false
    where id in (select id from public.user_profiles p where p.city_id in
      (select id from public.cities where name in ('Vila Velha', 'Serra', 'Guarapari')))`);
  const online = await addTeacher(product, { name: 'Aabel Longe', city: 'Salvador' });
  await product.sql(`update public.teachers set lesson_places = '{online}' where id = $1`, online);
  await addTeacher(product, { name: 'Bento da Serra', city: 'Serra' });

  await search.openStored();
  await page.goto('/search?style=Forr%C3%B3&city=Vila+Velha');
  await search.expectStored();
  const main = frame.main;
  await expect(main.getByRole('heading', { name: NOBODY })).toBeVisible();
  const near = main.getByRole('region', { name: 'Perto de Vila Velha' });
  const far = main.getByRole('region', { name: 'Dão aula online' });
  await expect(near.getByRole('article').first()).toContainText(/A cerca de \d+ km, em Vitória/);
  await expect(near.getByRole('article').filter({ hasText: 'Bento da Serra' })).toContainText(
    /A cerca de \d+ km, na Serra/,
  );
  const kilometres = (await near.getByText(/A cerca de \d+ km/).allTextContents()).map((text) =>
    Number(/\d+/.exec(text)?.[0]),
  );
  expect(kilometres).toEqual([...kilometres].sort((a, b) => a - b));
  expect(Math.max(...kilometres)).toBeLessThanOrEqual(60);
  await expect(far.getByRole('article').filter({ hasText: 'Aabel Longe' })).toBeVisible();
  const alert = main.getByRole('button', { name: 'Avise-me quando houver' });
  await expect(alert).toHaveCount(1);
  const order = await main
    .getByText(NOBODY)
    .or(near)
    .or(far)
    .or(alert)
    .evaluateAll((all) => all.map((one) => one.tagName));
  expect(order).toEqual(['H2', 'SECTION', 'SECTION', 'BUTTON']);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'nearby');

  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(near.getByRole('article').first()).toBeVisible();
  await expect(far.getByRole('article').filter({ hasText: 'Aabel Longe' })).toBeVisible();
  await expectAccessible(page);
});

test('[T121] without distances on the phone it says so, and still shows who teaches online', async ({
  page,
  product,
  search,
  frame,
}) => {
  const online = await addTeacher(product, { name: 'Aabel Longe', city: 'Salvador' });
  await product.sql(`update public.teachers set lesson_places = '{online}' where id = $1`, online);
  await page.route(LIST, (route) => route.abort());
  await search.openStored('?style=Forr%C3%B3&city=Olinda');
  await expect(
    frame.main.getByRole('heading', { name: 'Ainda não há professor de Forró em Olinda' }),
  ).toBeVisible();
  await expect(
    page.getByText(/^As distâncias entre as cidades ainda não estão neste aparelho/),
  ).toBeVisible();
  const far = frame.main.getByRole('region', { name: 'Dão aula online' });
  await expect(far.getByRole('article').filter({ hasText: 'Aabel Longe' })).toBeVisible();
  await expect(frame.main.getByRole('region', { name: /^Perto/ })).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
});
