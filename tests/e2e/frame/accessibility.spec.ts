import { expectAccessible } from '../../support/browser';
import { fail, hold, unplug } from '../support/network';
import { expect, test } from '../support/test';

// Reduced motion ends fades at once, so that colours are measured in their final state.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('[T064] axe finds nothing on the home page, while it loads, when it is there and when it failed', {
  tag: '@desktop',
}, async ({ page, home }) => {
  const data = await hold(page, '**/rest/v1/**');
  await home.open();
  await expect(home.skeletons).toHaveCount(3);
  await expectAccessible(page);
  await data.release();
  await expect(home.slides).toHaveCount(6);
  await expectAccessible(page);

  await page.context().clearCookies();
  const fresh = await page.context().newPage();
  await fresh.route('**/rest/v1/**', fail);
  await fresh.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await fresh.goto('/');
  await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(fresh);
});

test('axe finds nothing on the search: results, sheet, no match', { tag: '@desktop' }, async ({
  page,
  search,
}) => {
  await search.openStored('?style=Forr%C3%B3&page=2');
  await expectAccessible(page);
  await search.openFilters();
  await expectAccessible(page);
  await search.closeFilters();
  await search.name.fill('zzzzzz');
  await expect(search.nobody).toBeVisible();
  // The previous cards leave a fifth of a second after the last key.
  await expect(page.locator('li[aria-hidden="true"]:not([inert])')).toHaveCount(0);
  await expectAccessible(page);
});

test('axe finds nothing on the search: loading, failed, offline', { tag: ['@desktop', '@full'] }, async ({
  page,
  context,
  search,
  frame,
}) => {
  await hold(page, '**/rest/v1/**');
  await search.open();
  await expect(search.searching).toBeVisible();
  await expectAccessible(page);
  await page.route('**/rest/v1/**', unplug);
  await page.reload();
  await expect(search.couldNotLoad).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on the page of a teacher: rated, unrated, none, unknown while offline', {
  tag: '@desktop',
}, async ({ page, teacher }) => {
  for (const [slug, name] of [
    ['marina-couto', 'Marina Couto'],
    ['livia-sanches', 'Lívia Sanches'],
  ] as const) {
    await teacher.open(slug);
    await teacher.expectOf(name);
    await expect(teacher.whatsapp).toBeVisible();
    await expectAccessible(page);
  }
  await teacher.open('ninguem');
  await expect(teacher.missing).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a teacher’s page that cannot be loaded', { tag: ['@full', '@desktop'] }, async ({
  page,
  teacher,
}) => {
  await page.route('**/rest/v1/**', unplug);
  await teacher.open('marina-couto');
  await expect(teacher.unavailable).toBeVisible();
  await expectAccessible(page);
});

test('axe sees the end of a transition and of an animation, never the middle', { tag: '@full' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setContent(`<!doctype html><html lang="pt-BR"><title>Cores</title>
    <style>
      @keyframes appear { from { opacity: 0.1 } }
      p { animation: appear 600s linear }
      button { background: #fff; color: #eee; border: 0; font-size: 1rem; padding: 1rem; transition: color 600s linear }
      button.pressed { color: #111 }
    </style>
    <main><h1>Cores</h1><p>Um texto que aparece</p><button type="button">Um botão</button></main></html>`);
  await page.getByRole('button').evaluate((button) => {
    getComputedStyle(button).getPropertyValue('color');
    button.classList.add('pressed');
  });
  await expectAccessible(page);
  // Text that is indistinct when motion has ended is found as before.
  await page.getByRole('button').evaluate((button) => button.classList.remove('pressed'));
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast: button');
});

test('axe finds nothing on the not-found page and the two pages of diagnostics', {
  tag: ['@desktop', '@full'],
}, async ({ page, frame }) => {
  await page.goto('/nao-existe');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/pwa-test');
  await expect(page.getByText('API de cache')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/debug/dance-styles');
  await page.getByRole('button', { name: /banco/ }).click();
  await expect(frame.toasts).toBeVisible();
  await expectAccessible(page);
});
