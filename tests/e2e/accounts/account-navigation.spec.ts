import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import type { Frame } from '../pages/frame';
import { expect, test } from '../support/test';

// Reduced motion ends fades at once, so that colours are measured in their final state.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** The specification's entries without the bell, in order. */
const ENTRIES = {
  student: [
    ['Início', '/student/home'],
    ['Buscar', '/search'],
    ['Comunidade', '/comunidade'],
    ['Pedidos', '/student/requests'],
    ['Perfil', '/student/profile-enhanced'],
  ],
  teacher: [
    ['Início', '/teacher/home'],
    ['Comunidade', '/comunidade'],
    ['Pedidos', '/teacher/requests'],
    ['Passos', '/biblioteca-passos'],
    ['Perfil', '/teacher/profile'],
  ],
} as const;

/** Expects the entries in their order, each with its page, and the bell as the sixth. */
async function expectNavigation(page: Page, frame: Frame, who: keyof typeof ENTRIES, phone: boolean) {
  await new AccountPages(page).signIn(who);
  for (const [, path] of ENTRIES[who]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toHaveCount(0);
  }
  await page.goto(`/${who}/home`);
  const navigation = phone ? frame.bar : frame.header.getByRole('navigation', { name: 'Principal' });
  const shown = navigation.getByRole('link').and(page.locator(':not([aria-label])'));
  await expect(shown.filter({ visible: true })).toHaveText(ENTRIES[who].map(([label]) => label));
  for (const [label, path] of ENTRIES[who]) {
    await expect(navigation.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path);
  }
  const bell = frame.header.getByRole('link', { name: /^Notificações/ });
  await expect(bell).toHaveAttribute('href', `/${who}/notifications`);
  await bell.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notificações' })).toBeVisible();
  await expect(bell).toHaveAttribute('aria-current', 'page');
}

test(
  '[A110, A111, A112, A113, A114, A115] students have five entries in their order, and a bell',
  {
    tag: '@desktop',
  },
  ({ page, frame }, { project }) => expectNavigation(page, frame, 'student', project.name === 'phone'),
);

test(
  '[A116, A117, A118, A119, A120, A121] teachers have five entries in their order, and a bell',
  {
    tag: ['@desktop', '@full'],
  },
  ({ page, frame }, { project }) => expectNavigation(page, frame, 'teacher', project.name === 'phone'),
);

test('[A124] the logo leads teachers home', { tag: ['@desktop', '@full'] }, async ({ page, frame }) => {
  const account = new AccountPages(page);
  await account.signIn('teacher');
  await page.goto('/search');
  await frame.logo.click();
  await expect(page).toHaveURL(/\/teacher\/home$/);
});

test('the account menu shows the person, leads to the configurations, and closes as menus do', {
  tag: ['@full', '@desktop'],
}, async ({ page, frame }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await expect(account.signOut).toBeHidden();
  await account.menu.focus();
  await page.keyboard.press('Enter');
  await expect(account.menu).toHaveAttribute('aria-expanded', 'true');
  const configurations = frame.header.getByRole('link', { name: 'Configurações', exact: true });
  await expect(frame.header.getByText('aluno@danceflix.test')).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(account.signOut).toBeHidden();
  await expect(account.menu).toBeFocused();

  await account.menu.click();
  await expect(account.signOut).toBeVisible();
  await page.mouse.click(8, 400);
  await expect(account.signOut).toBeHidden();

  await account.menu.click();
  await configurations.click();
  await expect(page).toHaveURL(/\/student\/configurations$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible();
  await expect(account.signOut).toBeHidden();
});

test('an administrator has a menu without configurations', { tag: '@full' }, async ({ page, frame }) => {
  const account = new AccountPages(page);
  await account.signIn('admin');
  await page.goto('/search');
  await account.menu.click();
  await expect(account.signOut).toBeVisible();
  await expect(frame.header.getByText('Administrador', { exact: true })).toBeVisible();
  await expect(frame.header.getByRole('link', { name: 'Configurações' })).toHaveCount(0);
});
