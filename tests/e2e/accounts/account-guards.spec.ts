import { AccountPages, PEOPLE } from '../pages/account-pages';
import { expect, test } from '../support/test';

test('[A182][A183][A245] a visitor is sent to the login with the way back and the role, and then returns', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/admin/teachers');
  await expect(page).toHaveURL(/\/admin\/login\?redirect=%2Fadmin%2Fteachers&role=admin$/);
  await page.goto('/student/home');
  await expect(account.toast('Você precisa estar logado para acessar esta página')).toBeVisible();
  await page.goto('/student/requests');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstudent%2Frequests&role=student$/);
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(page).toHaveURL(/\/student\/requests$/);
});

test('[A185][A242][A244][A246][A247][D062] a teacher is turned away from the other areas, each with its text', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await account.signIn('teacher');
  for (const [path, target, text] of [
    ['/student/requests', /\/teacher\/home$/, 'Esta área é restrita para alunos'],
    ['/admin/notifications', /\/teacher\/home$/, 'Esta área é restrita para administradores'],
    ['/admin', /:\d+\/$/, 'Você não tem permissão para acessar esta área'],
    ['/admin/blog/new', /:\d+\/$/, 'Você não tem permissão para acessar esta área'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(target);
    await expect(account.toast(text)).toBeVisible();
  }
});

test('[A184][A243][A123] a student is turned away from the teachers, and the logo leads home', {
  tag: '@full',
}, async ({ page, frame }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await page.goto('/Teacher/requests');
  await expect(page).toHaveURL(/\/student\/home$/);
  await expect(account.toast('Esta área é restrita para professores')).toBeVisible();
  await expect(frame.bar.getByRole('link', { name: 'Início' })).toHaveAttribute('href', '/student/home');
  await frame.bar.getByRole('link', { name: 'Buscar' }).click();
  await expect(page).toHaveURL(/\/search$/);
  await frame.logo.click();
  await expect(page).toHaveURL(/\/student\/home$/);
});

test('[A186][A125] an administrator is sent to the administration', { tag: '@full' }, async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  await account.signIn('admin');
  for (const path of ['/student/requests', '/teacher/requests']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin$/);
  }
  await page.goto('/search');
  await frame.logo.click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('[A044][B227] the administration has an inbox for administrators only, and no settings page', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/admin/notifications');
  await expect(page).toHaveURL(/\/admin\/login\?redirect=%2Fadmin%2Fnotifications&role=admin$/);
  for (const who of ['student', 'teacher'] as const) {
    await account.signIn(who);
    await page.goto('/admin/notifications');
    await expect(account.toast('Esta área é restrita para administradores')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${who}/home$`));
    await account.leave();
  }
  await account.signIn('admin');
  await page.goto('/admin/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notificações' })).toBeVisible();
  await page.goto('/admin/configurations');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
});

test('[A126][A127][D068] signing out says so and opens the start page, without a connection too', {
  tag: '@full',
}, async ({ page, context }) => {
  const account = new AccountPages(page);
  for (const offline of [false, true]) {
    await account.signIn('student');
    // The start page's code must be loaded before the network goes: no worker caches it in these
    // tests.
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Danceflix/ })
      .click();
    await expect(page).toHaveURL(/\/student\/home$/);
    await context.setOffline(offline);
    await account.leave();
    await expect(account.toast('Logout realizado com sucesso')).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(account.menu).toHaveCount(0);
    await context.setOffline(false);
    await page.goto('/student/home');
    await expect(page).toHaveURL(/\/login\?/);
  }
});

test('[A187] a person without a known role is sent to the start page', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await page.addInitScript(() => {
    const cached = localStorage.getItem('danceflix_identity');
    if (cached)
      localStorage.setItem('danceflix_identity', JSON.stringify({ ...JSON.parse(cached), role: null }));
  });
  await page.goto('/student/requests');
  await expect(page).toHaveURL(/:\d+\/$/);
});
