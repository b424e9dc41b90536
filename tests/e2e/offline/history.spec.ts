import { expect, test } from '../support/test';

test('[B203] back and forward walk through the filters that were chosen', {
  tag: ['@desktop', '@full'],
}, async ({ page, search }) => {
  await search.openStored();
  await search.chooseCity('Salvador');
  await search.expectQuery('?city=Salvador');
  await search.chooseStyle('Forró');
  await search.expectQuery('?style=Forró&city=Salvador');
  await search.expectCount(3);
  const both = await search.names();

  await page.goBack();
  await search.expectQuery('?city=Salvador');
  await search.expectCount(6);
  await page.goBack();
  await search.expectQuery('');
  await search.expectCount(72);
  await page.goForward();
  await page.goForward();
  await search.expectQuery('?style=Forró&city=Salvador');
  await expect.poll(() => search.names()).toEqual(both);
});

test('coming back from a teacher finds the list as it was left: filters, page and place', {
  tag: '@desktop',
}, async ({ page, search, teacher }) => {
  await search.openStored('?style=Forr%C3%B3&page=2');
  await expect(search.where).toHaveText('Página 2 de 4');
  const names = await search.names();
  const card = search.cards.nth(8);
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => Math.round(window.scrollY));
  expect(place).toBeGreaterThan(200);

  await card.getByRole('link').click();
  await teacher.expectOf(names[8] ?? '');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(teacher.heading).toBeFocused();

  await page.goBack();
  await search.expectQuery('?style=Forró&page=2');
  await expect.poll(() => search.names()).toEqual(names);
  await expect
    .poll(() => page.evaluate((wanted) => Math.abs(window.scrollY - wanted), place))
    .toBeLessThanOrEqual(2);

  await page.goForward();
  await teacher.expectOf(names[8] ?? '');
  await teacher.back.click();
  await search.expectQuery('?style=Forró&page=2');
  await expect.poll(() => search.names()).toEqual(names);
});

test('a filter that was just typed is not lost on the way to a teacher and back', { tag: '@full' }, async ({
  page,
  search,
  teacher,
}) => {
  await search.openStored();
  await search.name.fill('szabo');
  await search.card('Murilo Szabó').getByRole('link').click();
  await teacher.expectOf('Murilo Szabó');
  await page.goBack();
  await expect(search.name).toHaveValue('szabo');
  await search.expectCount(1);
});

test('turning the page leads to the top of the results', { tag: '@full' }, async ({ page, search }) => {
  await search.openStored();
  await search.next.scrollIntoViewIfNeeded();
  await search.next.click();
  await expect(search.where).toHaveText('Página 2 de 6');
  await expect(search.cards.first()).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Resultados' })).toBeFocused();
});
