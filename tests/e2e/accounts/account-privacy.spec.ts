import type { Page } from '@playwright/test';
import { workerControls } from '../../support/browser';
import { AccountPages, PEOPLE } from '../pages/account-pages';
import { OwnPages } from '../pages/own-pages';
import { everythingStored, storedSession } from '../support/session';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/**
 * Uses every private page once, so that everything that is stored is stored, and returns the texts
 * that must not be found later.
 */
async function liveIn(page: Page): Promise<string[]> {
  const own = new OwnPages(page);
  await own.enter('student');
  await expect(own.completeness).toBeVisible();
  await page.goto('/student/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notificações' })).toBeVisible();
  await page.goto('/student/progresso');
  await expect(page.getByRole('list', { name: 'Avaliações recebidas' })).toBeVisible();
  await own.openConfigurations('student');
  await page.getByRole('button', { name: 'Ver meus dados' }).click();
  await expect(page.getByRole('button', { name: 'Baixar em JSON' })).toBeVisible();
  await own.openProfile('student');
  await own.profile.getByLabel('Nome', { exact: true }).fill('Camila Rascunho');
  const { userId = '', accessToken = '', refreshToken = '' } = (await storedSession(page)) ?? {};
  return [PEOPLE.student.email, PEOPLE.student.name, 'Camila Rascunho', userId, accessToken, refreshToken];
}

for (const offline of [false, true]) {
  // «O conteúdo público fica, até você limpar os dados do site no navegador.»
  test(`[T103][A155] signing out ${offline ? 'without a connection ' : ''}leaves nothing of the person on the phone`, async ({
    page,
    context,
  }) => {
    const account = new AccountPages(page);
    const secrets = await liveIn(page);
    const before = await everythingStored(page);
    for (const secret of secrets) expect(before.includes(secret)).toBe(true);
    await workerControls(page);
    await context.setOffline(offline);
    const told = offline ? null : page.waitForRequest((request) => request.url().includes('/auth/v1/logout'));
    await account.leaveAndDiscard();
    await expect(account.toast('Logout realizado com sucesso')).toBeVisible();
    await told;
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByText('Camila')).toHaveCount(0);
    const after = await everythingStored(page);
    for (const secret of secrets) expect(after.includes(secret)).toBe(false);
    expect(
      (await page.evaluate(() => indexedDB.databases())).filter(({ name }) => name?.includes('private')),
    ).toEqual([]);

    await page.goBack();
    await expect(page.getByText(/Camila|aluno@/)).toHaveCount(0);
    await page.goto('/student/configurations');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fstudent%2Fconfigurations&role=student$/);
    await expect(page.getByText(/Camila|aluno@/)).toHaveCount(0);
  });
}

test('[T101][A303] a second person on the phone sees nothing of the first, and has a database of their own', async ({
  page,
  context,
}) => {
  const account = new AccountPages(page);
  const own = new OwnPages(page);
  const secrets = await liveIn(page);
  const privateNames = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('-private-') ? [name] : [])),
    );
  const first = await privateNames();
  expect(first.length).toBeGreaterThan(0);
  await account.leaveAndDiscard();
  await expect(page).toHaveURL(/:\d+\/$/);
  // An unrelated teacher: the demo's teacher has lessons with the student, and may know the name.
  const email = await account.register('teacher');
  await own.openProfile('teacher');
  await expect(own.profile.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  const second = await privateNames();
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await workerControls(page);
  await context.setOffline(true);
  for (const path of ['/teacher/home', '/teacher/notifications', '/teacher/configurations']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Camila|aluno@/)).toHaveCount(0);
  }
  const stored = await everythingStored(page);
  for (const secret of secrets) expect(stored.includes(secret)).toBe(false);
});

test('a private page that comes back from the back-forward cache reloads and shows nothing', async ({
  page,
}) => {
  await new OwnPages(page).enter('student');
  // A frozen page receives nothing, so meanwhile another tab acts.
  await page.evaluate(() => {
    Object.assign(window, { frozen: true });
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    localStorage.removeItem('danceflix_session');
    localStorage.removeItem('danceflix_identity');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstudent%2Fhome&role=student$/);
  expect(await page.evaluate(() => 'frozen' in window)).toBe(false);
  await expect(page.getByText('Camila')).toHaveCount(0);
});

test('the same person comes back to a private page without a reload', async ({ page }) => {
  await new OwnPages(page).enter('student');
  await page.evaluate(() => {
    Object.assign(window, { frozen: true });
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Camila!' })).toBeVisible();
  expect(await page.evaluate(() => 'frozen' in window)).toBe(true);
});

test('tokens of a link leave the address at once, in a tab that is open already too, and are kept nowhere', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const token = (kind: string) => `geheim-${kind}-0123456789`;
  const hash = (type: string) =>
    `#access_token=${token('access')}&refresh_token=${token('refresh')}&type=${type}`;
  await page.goto('/search');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [type, target] of [
    ['recovery', /\/reset-password$/],
    ['signup', /\/login$/],
    ['magiclink', /\/search$/],
  ] as const) {
    await page.goto('/search');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate((text) => {
      location.hash = text;
    }, hash(type));
    await expect(page).toHaveURL(target);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`/search${hash(type)}`);
    await expect(page).not.toHaveURL(/geheim/);
    await workerControls(page);
    expect(await everythingStored(page)).not.toContain('geheim');
  }
  expect(logged.join('\n')).not.toContain('geheim');
  expect(asked.join('\n')).not.toContain('geheim');
});

test('[T102] private answers may not be cached, and the worker caches none', async ({ page }) => {
  const careless: string[] = [];
  let seen = 0;
  page.on('response', async (response) => {
    const request = response.request();
    const isAuth = response.url().includes('/auth/v1/');
    const token = request.headers().authorization ?? '';
    if (request.method() === 'OPTIONS' || !(isAuth || token.split('.').length === 3)) return;
    seen += 1;
    if (response.headers()['cache-control'] !== 'no-store') careless.push(response.url());
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const [email, name, , userId, accessToken = '', refreshToken = ''] = await liveIn(page);
  expect(seen).toBeGreaterThan(4);
  expect(careless).toEqual([]);
  await workerControls(page);
  const cached = await page.evaluate(async () => {
    const found: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push({ url: request.url, text: (await (await cache.match(request))?.text()) ?? '' });
      }
    }
    return found;
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.map(({ url }) => url).filter((url) => /\/(auth|rest)\/v1\//.test(url))).toEqual([]);
  const texts = cached.map(({ url, text }) => url + text).join('\n');
  for (const secret of [email, name, userId, accessToken, refreshToken]) {
    expect(secret !== undefined && texts.includes(secret)).toBe(false);
  }
  for (const secret of [accessToken, refreshToken]) expect(logged.join('\n').includes(secret)).toBe(false);
});
