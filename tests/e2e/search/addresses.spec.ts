import { readyForOffline } from '../../support/browser';
import { expect, test } from '../support/test';

/** Addresses as people type them, and the pages that they lead to. */
const SPELLINGS = [
  ['/teachers/Marina-Couto', '/teachers/marina-couto', 'Marina Couto'],
  ['/teachers/marina-couto.', '/teachers/marina-couto', 'Marina Couto'],
  ['/SEARCH?name=marina', '/search?name=marina', 'Encontrar Professores de Dança'],
  ['//search/', '/search', 'Encontrar Professores de Dança'],
  ['/forro/Vitoria', '/forro/vitoria', /Vitória/],
] as const;

test('every spelling of an address leads to the page’s one address, with and without a network', {
  tag: ['@worker', '@full'],
}, async ({ page, context, baseURL }) => {
  await page.goto('/search');
  await readyForOffline(page);
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    for (const [written, address, heading] of SPELLINGS) {
      await page.goto(`${baseURL}${written}`);
      await expect(page.getByRole('heading', { level: 1, name: heading }), written).toBeVisible();
      await expect(page, written).toHaveURL(`${baseURL}${address}`);
    }
  }
  // A link within the page, as people write one on the Mural.
  await page.evaluate(() => {
    history.pushState(null, '', '/DUVIDAS');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL(`${baseURL}/duvidas`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dúvidas frequentes' })).toBeVisible();
});
