import type { Page } from '@playwright/test';
import { AccountPages } from '../pages/account-pages';
import { expect, test } from '../support/test';

const TITLES = { notifications: 'Notificações', configurations: 'Configurações' } as const;
type Role = 'student' | 'teacher';

/** Checks a page for a visitor, for the other role, and for the role that may see it. */
async function expectForRoleOnly(page: Page, role: Role, name: keyof typeof TITLES): Promise<void> {
  const account = new AccountPages(page);
  const path = `/${role}/${name}`;
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect=%2F${role}%2F${name}&role=${role}$`));
  const other = role === 'student' ? 'teacher' : 'student';
  await account.signIn(other);
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(`/${other}/home$`));
  await expect(page.getByRole('heading', { level: 1, name: TITLES[name] })).toHaveCount(0);
  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);
  await account.signIn(role);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: TITLES[name] })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

test("[A038] the students' notifications are for students only", ({ page }) =>
  expectForRoleOnly(page, 'student', 'notifications'));

test("[A039] the teachers' notifications are for teachers only", ({ page }) =>
  expectForRoleOnly(page, 'teacher', 'notifications'));

test("[A040] the students' configurations are for students only", ({ page }) =>
  expectForRoleOnly(page, 'student', 'configurations'));

test("[A041] the teachers' configurations are for teachers only", ({ page }) =>
  expectForRoleOnly(page, 'teacher', 'configurations'));

/** The redirect leaves one history entry: going back leads to the previous page. */
async function expectLeadsHome(page: Page, role: Role): Promise<void> {
  await new AccountPages(page).signIn(role);
  await page.goto('/search');
  await page.goto(`/${role}`);
  await expect(page).toHaveURL(new RegExp(`/${role}/home$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
}

test('[B004] /student redirects to the home', ({ page }) => expectLeadsHome(page, 'student'));

test('[B010] /teacher redirects to the home', ({ page }) => expectLeadsHome(page, 'teacher'));

test('a page of an own area that does not exist is not found, inside the frame', async ({ page, frame }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await page.goto('/student/nao-existe');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/student\/nao-existe$/);
  await expect(frame.bar.getByRole('link', { name: 'Início' })).toBeVisible();
  await frame.expectNoSidewaysScroll();
});

test('a forged role on the phone is corrected by the server’s', async ({ page }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await page.evaluate(() => {
    const cached = JSON.parse(localStorage.getItem('danceflix_identity') ?? '{}');
    localStorage.setItem('danceflix_identity', JSON.stringify({ ...cached, role: 'admin' }));
  });
  await page.goto('/admin');
  // Sync brings the true role, and the guard follows.
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(account.toast('Você não tem permissão para acessar esta área')).toBeVisible();
});
