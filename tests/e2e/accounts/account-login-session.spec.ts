import { Phone, workerControls } from '../../support/browser';
import { AccountPages, PEOPLE, SIGN_IN } from '../pages/account-pages';
import { OwnPages } from '../pages/own-pages';
import { fail, hold, unplug } from '../support/network';
import { expireSession, REFRESH, refreshes, storedSession } from '../support/session';
import { expect, test } from '../support/test';

const LOGOUT = '**/auth/v1/logout*';
const PROFILE = '**/rest/v1/rpc/my_account_state';

test('[A154][A036] one request with e-mail and password signs in: session, navigation of the role, home', async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) sent.push([request.url(), request.postDataJSON()]);
  });
  await page.goto('/login');
  await account.tab('Aluno').click();
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(page).toHaveURL(/\/student\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
  await expect(frame.bar.getByRole('link', { name: 'Início' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject([
    expect.stringContaining('grant_type=password'),
    { email: PEOPLE.student.email, password: PEOPLE.student.password },
  ]);
  expect((await storedSession(page))?.accessToken).toBeTruthy();
});

test('[A037][A045] teachers and administrators arrive at their own homes, by their own logins', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/login');
  await account.tab('Professor').click();
  await account.fillLogin(PEOPLE.teacher.email, PEOPLE.teacher.password);
  await expect(page).toHaveURL(/\/teacher\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Marina!' })).toBeVisible();
  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(account.enter).toBeVisible();
  await account.fillLogin(PEOPLE.admin.email, PEOPLE.admin.password);
  await expect(page).toHaveURL(/\/admin$/);
});

test('[A268][A269] a person whose profile cannot be loaded is told so and is not signed in', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  for (const failure of [fail, unplug]) {
    await page.goto('/login');
    await page.route(PROFILE, failure);
    const ended = page.waitForRequest(LOGOUT);
    await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
    await expect(account.toast('Failed to fetch profile. Please try again.')).toBeVisible();
    await ended;
    await expect(page).toHaveURL(/\/login$/);
    await expect(account.email).toHaveValue(PEOPLE.student.email);
    expect(await storedSession(page)).toBeNull();
    await page.unroute(PROFILE);
    await page.goto('/student/home');
    await expect(page).toHaveURL(/\/login\?/);
  }
});

test('[A272][D067] signing out fails only when the phone cannot delete data; a server that refuses does not matter', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  await page.evaluate(() => {
    const storage = Storage.prototype as { forget?: typeof Storage.prototype.removeItem } & Storage;
    storage.forget = storage.removeItem;
    storage.removeItem = () => {
      throw new DOMException('disk', 'UnknownError');
    };
  });
  await account.menu.click();
  await account.signOut.click();
  await expect(account.toast('Failed to log out. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/student\/home$/);
  await page.evaluate(() => {
    const storage = Storage.prototype as { forget?: typeof Storage.prototype.removeItem } & Storage;
    if (storage.forget) storage.removeItem = storage.forget;
  });
  await page.route(LOGOUT, fail);
  await account.signOut.click();
  await expect(account.toast('Logout realizado com sucesso')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await storedSession(page)).toBeNull();
});

test('[A156] signing in and out in one tab is signing in and out in the other', { tag: '@full' }, async ({
  page,
  context,
  frame,
}) => {
  const account = new AccountPages(page);
  const other = await context.newPage();
  const there = new AccountPages(other);
  await page.goto('/search');
  await expect(frame.header.getByRole('link', { name: 'Cadastrar' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await there.signIn('student');
  await expect(account.menu).toBeVisible();
  await frame.logo.click();
  await expect(page).toHaveURL(/\/student\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
  await there.leave();
  await expect(account.menu).toHaveCount(0);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('Camila')).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('[A157] a guarded page that is reloaded never passes by the login, not even without a connection', {
  tag: ['@full', '@worker'],
}, async ({ page, context }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await expect(own.completeness).toBeVisible();
  const { userId } = (await storedSession(page)) ?? {};
  await workerControls(page);
  const passed: string[] = [];
  page.on('framenavigated', (framed) => passed.push(new URL(framed.url()).pathname));
  for (const offline of [false, true]) {
    await context.setOffline(offline);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
    await expect(own.completeness).toBeVisible();
    expect((await storedSession(page))?.userId).toBe(userId);
  }
  expect(new Set(passed)).toEqual(new Set(['/student/home']));
});

test('without a connection an expired session keeps the person in with their own data, and is renewed on return', {
  tag: '@worker',
}, async ({ page, context }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await expect(own.completeness).toBeVisible();
  await workerControls(page);
  await context.setOffline(true);
  await expireSession(page);
  const before = await storedSession(page);
  await page.reload();
  await expect(own.completeness).toBeVisible();
  await own.openProfile('student');
  await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue(PEOPLE.student.name);
  expect(await storedSession(page)).toEqual(before);

  await context.setOffline(false);
  await expect.poll(async () => (await storedSession(page))?.refreshToken).not.toBe(before?.refreshToken);
  expect((await storedSession(page))?.expiresAt).toBeGreaterThan(Date.now());
  await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue(PEOPLE.student.name);
});

test('neither a captive portal nor a busy server signs a person out', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await expect(own.completeness).toBeVisible();
  const html = { contentType: 'text/html', body: '<html><title>Wi-Fi do café</title></html>' };
  for (const answer of [
    { status: 200, ...html },
    { status: 403, ...html },
    { status: 401, contentType: 'application/json', body: '{"portal":"login"}' },
    { status: 429, contentType: 'application/json', body: '{"error_code":"over_request_rate_limit"}' },
    { status: 500, contentType: 'application/json', body: '{"msg":"out of order"}' },
  ]) {
    await expireSession(page);
    const before = await storedSession(page);
    await context.route(REFRESH, (route) => route.fulfill(answer));
    await Promise.all([page.waitForResponse(REFRESH), page.reload()]);
    await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
    await own.openProfile('student');
    expect(await storedSession(page)).toEqual(before);
    await context.unroute(REFRESH);
    await page.goto('/student/home');
    await expect.poll(async () => (await storedSession(page))?.refreshToken).not.toBe(before?.refreshToken);
  }
});

test('two tabs that need a new token at once use the refresh token once', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const own = new OwnPages(page);
  await own.enter('student');
  const other = await context.newPage();
  await other.goto('/student/home');
  await expect(other.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
  const before = await storedSession(page);
  const sent = refreshes(context);
  const tabs = [page, other];
  const held = await Promise.all(tabs.map((tab) => hold(tab, REFRESH)));
  await expireSession(page);
  await Promise.all(tabs.map((tab) => tab.reload()));
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  for (const { release } of held) await release();
  for (const tab of tabs) {
    await expect.poll(async () => (await storedSession(tab))?.refreshToken).not.toBe(before?.refreshToken);
    await tab.goto('/student/profile-enhanced');
    await expect(new OwnPages(tab).profile).toBeVisible();
  }
  // A request that was held when the page reloaded never reached the server.
  const answers = await Promise.all(sent.map((request) => request.response()));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
});

test('a session that the server ended leads to the login and back, and the draft is kept', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  await own.profile.getByLabel('Nome', { exact: true }).fill('Camila Digitada');
  const { userId } = (await storedSession(page)) ?? {};
  await product.sql('delete from auth.refresh_tokens where user_id::text = $1', userId);
  await product.sql('delete from auth.sessions where user_id::text = $1', userId);
  await expireSession(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(account.toast('Sua sessão terminou. Entre novamente para continuar.')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstudent%2Fprofile-enhanced/);

  // Another person on this phone sees none of it.
  await account.signIn('teacher');
  await own.openProfile('teacher');
  await expect(page.getByText('Camila Digitada')).toHaveCount(0);
  await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue(PEOPLE.teacher.name);
  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);

  await page.goto('/login?redirect=%2Fstudent%2Fprofile-enhanced&role=student');
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue('Camila Digitada');
  await expect(own.profile.getByText('Você tem alterações que ainda não foram salvas.')).toBeVisible();
  await own.profile.getByRole('button', { name: /Descartar/ }).click();
});

test('a session outlives the browser, without a connection too', { tag: ['@full', '@worker'] }, async ({
  product,
}) => {
  const phone = await Phone.unbox();
  try {
    const first = await phone.page();
    await first.goto(`${product.url}/login`);
    const account = new AccountPages(first);
    await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
    await expect(new OwnPages(first).completeness).toBeVisible();
    await workerControls(first);
    for (const offline of [false, true]) {
      await phone.close();
      const context = await phone.open();
      await context.setOffline(offline);
      const page = await phone.page();
      await page.goto(`${product.url}/student/home`);
      await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
      await expect(new OwnPages(page).completeness).toBeVisible();
    }
  } finally {
    await phone.discard();
  }
});

test('a portal’s answer to a login signs no one in', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/login');
  await page.route(SIGN_IN, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>' }),
  );
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(account.toast('Erro ao fazer login')).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});
