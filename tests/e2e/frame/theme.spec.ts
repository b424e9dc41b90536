import type { Page } from '@playwright/test';
import { TOKENS } from '../../../scripts/build/styles';
import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { AdminPages } from '../pages/admin-pages';
import { OwnPages } from '../pages/own-pages';
import { prerenderedTest } from '../support/prerendered';
import { expect, test } from '../support/test';

/** A token as browsers report it. */
function rgb(name: string): string {
  const parts = (TOKENS.get(`--palette-${name}`) ?? '').match(/[\da-f]{2}/g) ?? [];
  return `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`;
}
const DARK = rgb('dark-8');
const LIGHT = rgb('sand-0');

const ground = (page: Page) => page.locator('body');
const choice = (page: Page, name: 'Sistema' | 'Claro' | 'Escuro') =>
  page.getByRole('group', { name: 'Tema' }).getByRole('radio', { name });
const themeColor = (page: Page) => page.locator('meta[name="theme-color"]');

// Reduced motion ends fades at once, so that colours are measured in their final state.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the theme follows the system, until the person chooses one; the choice stays, in every tab and after signing out', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/duvidas');
  await expect(ground(page)).toHaveCSS('background-color', DARK);
  await expect(themeColor(page)).toHaveAttribute('content', TOKENS.get('--palette-dark-8') ?? '');
  await expect(choice(page, 'Sistema')).toBeChecked();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(ground(page)).toHaveCSS('background-color', LIGHT);

  const other = await context.newPage();
  await other.goto('/search');
  await expect(choice(other, 'Sistema')).toBeChecked();
  await choice(page, 'Escuro').check();
  for (const tab of [page, other]) {
    await expect(ground(tab)).toHaveCSS('background-color', DARK);
    await expect(choice(tab, 'Escuro')).toBeChecked();
    // Native controls, such as select boxes and scroll bars.
    await expect(tab.locator('html')).toHaveCSS('color-scheme', 'dark');
  }
  await other.close();

  await new OwnPages(page).enter('student');
  await new OwnPages(page).openConfigurations('student');
  const settings = page.getByRole('main').getByRole('group', { name: 'Tema' });
  await expect(settings.getByRole('radio', { name: 'Escuro' })).toBeChecked();
  const account = new AccountPages(page);
  await account.menu.click();
  await account.signOut.click();
  await expect(account.menu).toHaveCount(0);
  await page.reload();
  await expect(ground(page)).toHaveCSS('background-color', DARK);

  await page.goto('/duvidas');
  await choice(page, 'Sistema').check();
  await expect(ground(page)).toHaveCSS('background-color', LIGHT);
  await page.reload();
  await expect(choice(page, 'Sistema')).toBeChecked();
});

test('paper is always light', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/duvidas');
  await expect(ground(page)).toHaveCSS('background-color', DARK);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(ground(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ media: 'screen' });
  await expect(ground(page)).toHaveCSS('background-color', DARK);
});

prerenderedTest(
  'a dark page is dark from its first paint on, and stays so while the app takes it over',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(() => {
      const seen = new Set<string>();
      const left: (string | null)[] = [];
      Object.assign(globalThis, { seen, left });
      const look = () => {
        // Before the body there is nothing to paint.
        if (document.body) seen.add(getComputedStyle(document.documentElement).backgroundColor);
        requestAnimationFrame(look);
      };
      look();
      new MutationObserver((records) => {
        for (const { oldValue } of records) left.push(oldValue);
      }).observe(document, {
        subtree: true,
        attributeFilter: ['data-mantine-color-scheme'],
        attributeOldValue: true,
      });
    });
    // Style sheets come late: what is in the page itself has to suffice.
    await page.route('**/assets/*.css', async (route) => {
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
      await route.continue();
    });
    await page.goto('/search');
    await expect(choice(page, 'Sistema')).toBeAttached();
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered');
    await choice(page, 'Escuro').check();
    expect(await page.evaluate(() => [...(Reflect.get(globalThis, 'seen') as Set<string>)])).toEqual([DARK]);
    // The page is written for the light theme: public/boot.js leaves it before there is a body, and no one returns to it.
    const [first, ...later] = await page.evaluate(() => Reflect.get(globalThis, 'left') as string[]);
    expect(first).toBe('light');
    expect(later.filter((value) => value !== 'dark')).toEqual([]);
    await expect(ground(page)).toHaveCSS('background-color', DARK);
  },
);

test.describe('in the dark, axe finds nothing', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }));

  async function check(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await expectAccessible(page);
      });
    }
  }

  test('for a visitor', async ({ page }) => {
    await check(page, [
      '/',
      '/search?style=Zouk',
      '/teachers/marina-couto',
      '/login',
      '/register',
      '/encontrar-professor',
      '/comunidade/eventos',
      '/blog/etiqueta-de-baile',
      '/campanha',
    ]);
  });

  test('for a student', { tag: '@full' }, async ({ page }) => {
    await new OwnPages(page).enter('student');
    await check(page, [
      '/student/home',
      '/student/requests',
      '/student/profile-enhanced',
      '/student/notifications',
    ]);
  });

  test('for a teacher', { tag: '@full' }, async ({ page }) => {
    await new OwnPages(page).enter('teacher');
    await check(page, ['/teacher/home', '/teacher/requests', '/teacher/profile', '/teacher/configurations']);
  });

  test('for an administrator', { tag: '@full' }, async ({ page }) => {
    await new AdminPages(page).enter();
    await check(page, [
      '/admin',
      '/admin/teachers',
      '/admin/blog/new',
      '/admin/reports',
      '/admin/bulk-notifications',
    ]);
  });
});

test('a printed page is black on white, without bars or strips, in the dark theme too', async ({
  page,
  context,
  frame,
  teacher,
  search,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await search.openStored();
  await search.cards.first().getByRole('link').click();
  await expect(teacher.whatsapp).toBeVisible();
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(teacher.heading).toBeVisible();
  await expect(frame.header).toBeHidden();
  await expect(frame.offline).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeHidden();
  const printed = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('body, body *')].filter(
      (element) => element.getClientRects().length > 0 && !element.closest('svg, iframe'),
    );
    const styles = shown.map((element) => getComputedStyle(element));
    return {
      scheme: getComputedStyle(document.documentElement).colorScheme,
      texts: [...new Set(styles.map(({ color }) => color))],
      grounds: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))],
      fixed: styles.filter(({ position }) => position === 'fixed').length,
    };
  });
  expect(printed).toEqual({
    scheme: 'light',
    texts: ['rgb(0, 0, 0)'],
    grounds: ['rgba(0, 0, 0, 0)'],
    fixed: 0,
  });
  // The name stands over the picture on screens, and below it on paper; the ornament is left out.
  const picture = await page.locator('main header img').boundingBox();
  const name = await teacher.heading.boundingBox();
  expect(name?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? Number.NaN));
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.locator('main [data-ribbon]')).toHaveCount(1);
  await expect(page.locator('main [data-ribbon]')).toBeHidden();
});
