/** The own city: learnt or chosen, kept on the phone, followed by home, search, match and events. */
import { expectAccessible, workerControls } from '../../support/browser';
import { LeadPages } from '../pages/lead-pages';
import { nameOptions, pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

const pill = (name: RegExp) => ({ name });

test('is chosen in one tap on home, puts its teachers first and counts them, also offline and in two tabs', async ({
  page,
  context,
  search,
  frame,
}) => {
  await search.openStored();
  await page.goto('/');
  const main = page.getByRole('main');
  await main.getByRole('button', pill(/Sua cidade/)).click();
  const sheet = page.getByRole('dialog', { name: 'Sua cidade' });
  await expect(sheet.getByRole('option', { name: 'Vitória' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('option', { name: 'Vitória' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(main.getByRole('button', pill(/Vitória · trocar/))).toBeVisible();
  await expect(main.getByRole('article').first()).toContainText('Vitória');
  await expect(main.getByRole('link', { name: /^\d+ professor(es)? em Vitória$/ })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Zouk : 1 professor em Vitória' })).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);

  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('button', pill(/Vitória · trocar/))).toBeVisible();
  await other.getByRole('button', pill(/Vitória · trocar/)).click();
  await other.getByRole('dialog').getByRole('option', { name: 'Todas as cidades' }).click();
  await expect(main.getByRole('button', pill(/Todas as cidades · trocar/))).toBeVisible();
  await other.close();

  await workerControls(page);
  await context.setOffline(true);
  await page.reload();
  await main.getByRole('button', pill(/Todas as cidades · trocar/)).click();
  await page.getByRole('dialog').getByRole('option', { name: 'Salvador' }).click();
  await expect(main.getByRole('button', pill(/Salvador · trocar/))).toBeVisible();
});

test('a search stays what its address says, and offers the own city in one tap', { tag: '@full' }, async ({
  page,
  search,
}) => {
  await search.openStored();
  await search.chooseCity('Vitória');
  await search.expectQuery('?city=Vitória');
  await search.openStored();
  await search.expectCount(72);
  await search.expectQuery('');
  // The city stands beside it already.
  await expect(page.getByRole('button', { name: 'trocar por outra' })).toHaveText('trocar');
  await page.getByRole('button', { name: 'Só em Vitória' }).click();
  await search.expectQuery('?city=Vitória');
  for (const card of await search.cards.all()) await expect(card).toContainText('Vitória');

  await page.getByRole('button', { name: 'Vitória · trocar' }).click();
  await page
    .getByRole('dialog', { name: 'Sua cidade' })
    .getByRole('option', { name: 'Todas as cidades' })
    .click();
  await search.expectQuery('');
  await search.expectCount(72);
  await expect(page.getByRole('button', { name: /^Só em/ })).toHaveCount(0);
});

test('the style searched last is counted in the own city on home', { tag: '@full' }, async ({
  page,
  search,
}) => {
  await search.openStored('?style=Zouk');
  await search.chooseCity('Vitória');
  await search.expectCount(1);
  await page.goto('/');
  const link = page.getByRole('link', { name: '1 professor de zouk em Vitória' });
  await link.click();
  await search.expectQuery('?style=Zouk&city=Vitória');
  await search.expectCount(1);
});

test('the first card is in sight of a small phone, with and without filters', { tag: '@full' }, async ({
  page,
  search,
  frame,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const query of [
    '',
    '?style=Zouk&city=Vit%C3%B3ria',
    '?name=a&style=Zouk',
    '?city=Vit%C3%B3ria&area=penha&when=sabado-manha&level=iniciante',
  ]) {
    await search.openStored(query);
    const card = await search.cards.first().boundingBox();
    expect(card?.y, query).toBeLessThanOrEqual(260);
  }
  await search.openStored('?style=Zouk&city=Vit%C3%B3ria');
  await frame.expectNoSidewaysScroll();
  for (const name of ['Remover filtro Zouk', 'Remover filtro Vitória', 'Vitória · trocar', 'Limpar Filtros'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('match and agenda follow it', { tag: '@full' }, async ({ page, search, frame }) => {
  await search.openStored();
  await search.chooseCity('Vitória');
  const leads = new LeadPages(page);
  await page.goto('/encontrar-professor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receber uma indicação');
  await expect(leads.city).toHaveValue('Vitória');
  await leads.name.fill('Ana');
  await pickName(leads.city, 'Salvador');
  await page.reload();
  await expect(leads.city).toHaveValue('Salvador');

  await page.goto('/comunidade/eventos');
  const near = page.getByRole('region', { name: 'Em Vitória' });
  await expect(near.getByRole('article').or(near.getByRole('listitem')).first()).toContainText('Vitória');
  await expect(page.getByRole('heading', { level: 2, name: 'Em outras cidades' })).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  const only = page.getByRole('button', { name: 'Só em Vitória' });
  await only.click();
  await expect(page).toHaveURL(/cidade=Vit/);
  const city = page.getByRole('combobox', { name: 'Cidade' });
  await expect(city).toHaveValue('Vitória');
  await expect(near).toHaveCount(0);
  await city.click();
  await expect(nameOptions(city).nth(1)).toHaveText('Vitória');
});
