import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible } from '../../support/browser';
import { fail, hold, keepStoreEmpty, PULLS, SEARCHES, unplug } from '../support/network';
import { nameOptions } from '../support/pick-name';
import { expect, test } from '../support/test';

test('[B082][B206] a first visit shows loading until it knows, and never claims that there are no teachers', async ({
  page,
  search,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Nenhum professor encontrado')) {
        document.documentElement.dataset.claimed = 'nobody';
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await keepStoreEmpty(page);
  const answers = await hold(page, '**/rest/v1/rpc/search_*');
  await search.open();
  await expect(search.searching).toBeVisible();
  await expect(search.skeletons.first()).toBeVisible();
  await expect(search.count).toHaveCount(0);
  const shape = await search.skeletons.first().boundingBox();
  expect(await drawnByThePage(page)).toEqual([]);
  await answers.release();
  await expect(search.count).toHaveText('72 professores encontrados');
  await expect(search.searching).toHaveCount(0);
  await expect(search.skeletons).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-claimed');
  const card = await search.cards.first().boundingBox();
  expect(shape).toMatchObject({ x: card?.x, width: card?.width });
});

test('[B088][B089] without a match the page says so and offers to clear the filters', {
  tag: ['@desktop', '@full'],
}, async ({ page, search }) => {
  await search.openStored();
  await search.name.fill('zzzzzz');
  await expect(search.nobody).toBeVisible();
  await expect(search.cards).toHaveCount(0);
  await search.expectQuery('?name=zzzzzz');
  // Cards kept for the next key cannot be reached or read.
  const kept = page.locator('main li:has(article)');
  expect(await kept.count()).toBeGreaterThan(0);
  for (const one of await kept.all()) await expect(one).toHaveAttribute('inert');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Limpar filtros e tentar novamente', exact: true }).click();
  await search.expectCount(72);
  await expect(search.name).toHaveValue('');
  await search.expectQuery('');
});

test('[B264][D029][D030][A296][A297] without rows and answers: no toast, no false claim, an error for each list, and another try', async ({
  page,
  search,
  frame,
}) => {
  await page.route('**/rest/v1/**', fail);
  await search.open();
  await expect(search.couldNotLoad).toBeVisible();
  await expect(search.cards).toHaveCount(0);
  await expect(search.nobody).toHaveCount(0);
  await expect(frame.toasts).toHaveCount(0);
  await search.openFilters();
  await expect(page.getByText('Failed to load dance styles', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to load cities', { exact: true })).toBeVisible();
  await search.style.click();
  await expect(nameOptions(search.style)).toHaveText(['Todos os estilos']);
  await page.keyboard.press('Escape');
  await search.city.click();
  await expect(nameOptions(search.city)).toHaveText(['Todas as cidades']);
  await page.keyboard.press('Escape');
  await search.closeFilters();

  await page.unroute('**/rest/v1/**');
  await page.getByRole('main').getByRole('button', { name: 'Atualizar', exact: true }).last().click();
  await search.expectCount(72);
  await expect(search.couldNotLoad).toHaveCount(0);
});

test('[D029][D030] without rows and without a network the page says what to do', async ({
  page,
  context,
  search,
}) => {
  await page.route('**/rest/v1/**', unplug);
  await search.open();
  await context.setOffline(true);
  await expect(search.couldNotLoad).toBeVisible();
  await expect(page.getByText(/Você está sem conexão e ainda não há professores salvos aqui/)).toBeVisible();
  await expect(search.nobody).toHaveCount(0);
  await page.unroute('**/rest/v1/**');
  await context.setOffline(false);
  await search.expectCount(72);
});

test('[D028][A300][A296][A297] stored rows are shown while every call fails, and errors go to the console only', async ({
  page,
  search,
  frame,
}) => {
  await search.openStored();
  for (const url of [PULLS, ...SEARCHES]) await page.route(url, fail);
  const errors = collectErrors(page);
  await page.reload();
  await search.expectCount(72);
  await expect(search.cards).toHaveCount(12);
  await expect.poll(() => errors.some((error) => /Pulling \w+ failed/.test(error))).toBe(true);
  await expect(frame.toasts).toHaveCount(0);
  await expect(search.couldNotLoad).toHaveCount(0);
  await search.openFilters();
  await expect(page.getByText(/^Failed to load/)).toHaveCount(0);
  await search.closeFilters();
  await search.name.fill('marina');
  await expect(search.card('Marina Couto')).toBeVisible();
  await search.name.fill('zzzzzz');
  await expect(search.nobody).toBeVisible();
});

test('the first copy onto the phone shows its progress', { tag: '@full' }, async ({ page, search }) => {
  const teachers = await hold(page, '**/rest/v1/rpc/pull_teachers');
  await search.open();
  await expect(page.getByRole('progressbar', { name: /Salvando professores no seu aparelho/ })).toBeVisible();
  await expect(search.cards).toHaveCount(12);
  await teachers.release();
  await search.expectStored();
});

/**
 * Finds animations that the compositor cannot run: the page's own thread would draw them while it
 * starts the app.
 */
function drawnByThePage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().iterations !== Infinity)
        return [];
      // Chromium animates `rotate` on the page's thread, `transform` on the compositor.
      const free =
        effect.target instanceof SVGElement
          ? ['transform', 'opacity']
          : ['transform', 'translate', 'opacity'];
      const own = ['offset', 'computedOffset', 'easing', 'composite', ...free];
      return effect
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame).filter((name) => !own.includes(name)));
    });
    if (document.getAnimations().length === 0) throw new Error('Nothing moves');
    return moving;
  });
}
