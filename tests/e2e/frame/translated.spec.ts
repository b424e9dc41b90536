import type { Page } from '@playwright/test';
import { PATTERNS } from '../../../src/app/routes';
import { collectErrors } from '../../support/browser';
import { AdminPages } from '../pages/admin-pages';
import { OwnPages } from '../pages/own-pages';
import { nameOptions } from '../support/pick-name';
import { expect, test } from '../support/test';
import { translate } from '../support/translator';

/**
 * The example for each parameter of a route pattern; other parameters lead to a page without
 * content.
 */
const PARTS: Record<string, string> = {
  '/teachers/:slugOrId': '/teachers/marina-couto',
  '/forro/:city': '/forro/vitoria',
  '/zouk/:city': '/zouk/sao-paulo',
  '/samba/:city': '/samba/rio-de-janeiro',
  '/aulas/:style/:city': '/aulas/bolero/sao-paulo',
  '/comunidade/eventos/:slug': '/comunidade/eventos/baile-da-zabumba',
  '/blog/:slug': '/blog/etiqueta-de-baile',
};
const NOBODY = '00000000-0000-4000-8000-000000000000';
const PATHS = PATTERNS.map((path) => PARTS[path] ?? path.replace(/:\w+/, NOBODY));

/** Errors of untranslated pages too: the unknown address is logged, unknown rows are missing. */
const EXPECTED = [/404/, /406/, /nao-existe/];

async function settled(page: Page): Promise<void> {
  await expect(page.locator('#root main').first()).not.toBeEmpty();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Presses everything that writes nothing: pages, tabs, filters, answers that open. */
async function turn(page: Page): Promise<void> {
  const controls = page.locator(
    'main summary, main [role="tab"], main nav[aria-label^="Páginas"] button:not(:disabled), main search select, main form[aria-label="Filtrar eventos"] select, main search [role="combobox"], main form[aria-label="Filtrar eventos"] [role="combobox"]',
  );
  const many = Math.min(await controls.count(), 4);
  for (let place = 0; place < many; place++) {
    const control = controls.nth(place);
    if (!(await control.isVisible())) continue;
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      const last = (await control.locator('option').count()) - 1;
      await control.selectOption({ index: last });
      await control.selectOption({ index: 0 });
    } else if ((await control.getAttribute('role')) === 'combobox') {
      await control.click();
      await nameOptions(control).last().click();
      await control.fill('');
      await control.press('Escape');
    } else await control.click();
  }
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  const errors = collectErrors(page, EXPECTED);
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await turn(page);
    await settled(page);
    await expect(page.getByText('Esta página não abriu'), path).toHaveCount(0);
    expect(errors, path).toEqual([]);
  }
}

test('with a translator at work pages turn, counts follow, and parts appear and disappear', {
  tag: '@full',
}, async ({ page, search }) => {
  await translate(page);
  const errors = collectErrors(page, EXPECTED);
  await search.open();
  await expect(search.count).toHaveText('72 professores encontrados');
  expect(await page.locator('main font').count()).toBeGreaterThan(50);
  const first = await search.names();
  for (const at of [2, 3, 4]) {
    await search.next.click();
    await expect(page.getByText(`Página ${at} de 6`)).toBeVisible();
  }
  await expect.poll(() => search.names()).not.toEqual(first);
  await page.goBack();
  await expect(page.getByText('Página 3 de 6')).toBeVisible();
  await search.chooseCity('Vitória');
  await expect(search.count).not.toHaveText('72 professores encontrados');
  await expect(search.count).toHaveText(/^\d professores encontrados$/);
  await search.name.fill('zzzz');
  await expect(search.nobody).toBeVisible();
  await search.clear();
  await expect(search.count).toHaveText('72 professores encontrados');
  // Follows links from page to page: each removes the page before.
  for (const name of ['Comunidade', 'Seja Professor', 'Encontrar Professor']) {
    await page.getByRole('navigation', { name: 'Navegação do celular' }).getByRole('link', { name }).click();
    await settled(page);
  }
  await walk(page, ['/', '/duvidas', '/comunidade/eventos', '/biblioteca-passos', '/teachers/marina-couto']);
  expect(errors).toEqual([]);
});

for (const who of ['visitor', 'student', 'teacher', 'admin'] as const) {
  test(`with a translator at work every route opens and works for: ${who}`, { tag: '@full' }, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await translate(page);
    if (who === 'admin') await new AdminPages(page).enter();
    else if (who !== 'visitor') await new OwnPages(page).enter(who);
    await walk(page, PATHS);
  });
}
