import { expectAccessible } from '../../support/browser';
import { AccountPages, newEmail, PEOPLE } from '../pages/account-pages';
import { stopClock } from '../support/clock';
import { doubleTap } from '../support/double-tap';
import { follow, linkTo, mailsTo, ownLink } from '../support/mailbox';
import { unplug } from '../support/network';
import { expect, changingTest as test } from '../support/test';

const INVALID = 'Link inválido ou expirado';
const BANNED =
  'Esta conta está suspensa. O que você escreveu e ainda não enviou continua salvo neste aparelho. Fale com a equipe para saber mais.';

test('[A095][D064] three seconds after the success the login comes, and the recovery session is over before', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await account.askForLink(PEOPLE.student.email);
  const { hash } = await follow(await linkTo(product, PEOPLE.student.email));
  await page.clock.install();
  await page.goto(`/${hash}`);
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toBeVisible();
  await stopClock(page);
  const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'));
  await account.setPassword('outra-senha');
  expect((await ended).ok()).toBe(true);
  await expect(page.getByText('Senha alterada!', { exact: true })).toBeVisible();
  expect(
    await product.sql(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      PEOPLE.student.email,
    ),
  ).toEqual([]);
  await page.clock.runFor(2_900);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/login$/);
  // The new page has replaced the page with the form in the history.
  await page.goBack();
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toHaveCount(0);
});

test('[A096][D065] a mail’s link carries its tokens in the hash and works in a browser that did not ask for it', async ({
  page,
  product,
  browser,
}) => {
  const account = new AccountPages(page);
  await account.askForLink(PEOPLE.student.email);
  const target = await follow(await linkTo(product, PEOPLE.student.email));
  expect(target.search).toBe('');
  const fields = new URLSearchParams(target.hash.slice(1));
  expect([...fields.keys()]).toEqual(expect.arrayContaining(['access_token', 'refresh_token', 'type']));
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  const exchanged: string[] = [];
  other.on('request', (request) => exchanged.push(request.url()));
  await other.goto(`/search?city=Vit%C3%B3ria${target.hash}`);
  await expect(other).toHaveURL(/\/reset-password$/);
  await expect(other.getByLabel('Nova senha', { exact: true })).toBeVisible();
  expect(await other.evaluate(() => location.hash)).toBe('');
  expect(exchanged.filter((url) => url.includes('grant_type=pkce'))).toEqual([]);
  await elsewhere.close();
});

test('[A097] errors in a link’s hash are only logged', async ({ page, errors }) => {
  const warned: string[] = [];
  page.on('console', (message) => warned.push(message.text()));
  const toasts = page.locator('[data-sonner-toast]');
  for (const hash of [
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
    '#access_token=half-a-session&type=recovery',
  ]) {
    await page.goto('about:blank');
    await page.goto(`/search${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/search$/);
    await page.getByLabel('Nome do Professor').fill('a');
    await expect(page).toHaveURL(/\/search\?name=a/);
    await expect(toasts).toHaveCount(0);
  }
  const said = warned.filter((text) => text.includes('A link of a mail did not work'));
  expect(said).toHaveLength(2);
  expect(said[0]).toContain('otp_expired');
  expect(warned.join()).not.toContain('half-a-session');
  expect(errors).toEqual([]);
});

test('[A292] the server’s own words are shown when it refuses the password', async ({ page, product }) => {
  const account = new AccountPages(page);
  await account.askForLink(PEOPLE.student.email);
  const { hash } = await follow(await linkTo(product, PEOPLE.student.email));
  await page.goto(`/${hash}`);
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 422, msg: 'Password should contain a poem' } })
      : route.fallback(),
  );
  await account.setPassword('outra-senha');
  await expect(account.toast('Password should contain a poem')).toBeVisible();
  await page.unroute('**/auth/v1/user');
  // Common errors have our own texts.
  await account.setPassword(PEOPLE.student.password);
  await expect(account.toast('A nova senha precisa ser diferente da atual.')).toBeVisible();
  await account.setPassword('outra-senha');
  await expect(page.getByText('Senha alterada!', { exact: true })).toBeVisible();
});

test('used, expired and foreign links are invalid', async ({ page, product }) => {
  const account = new AccountPages(page);
  const invalid = page.getByRole('heading', { name: INVALID, exact: true });
  const open = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto(`/${hash}`);
  };
  const email = PEOPLE.student.email;
  await account.askForLink(email);
  const link = await linkTo(product, email);
  const { hash } = await follow(link);
  await open(hash);
  await account.setPassword('outra-senha');
  await expect(page.getByText('Senha alterada!', { exact: true })).toBeVisible();
  // Opens the link again, as both servers mail it, then the tokens that it carried.
  await page.goto(ownLink(link));
  await expect(invalid).toBeVisible();
  await account.openRecovery(link);
  await expect(invalid).toBeVisible();
  await open(hash);
  await expect(invalid).toBeVisible();

  await account.askForLink(PEOPLE.teacher.email);
  await product.sql(
    `update auth.users set recovery_sent_at = now() - interval '61 minutes' where email = $1`,
    PEOPLE.teacher.email,
  );
  const expired = await linkTo(product, PEOPLE.teacher.email);
  await page.goto(ownLink(expired));
  await expect(invalid).toBeVisible();
  await account.openRecovery(expired);
  await expect(invalid).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe('');

  // Signs a token for the same person with another key.
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [person] = await product.sql<{ id: string }>('select id from auth.users where email = $1', email);
  const forged = [
    encode({ alg: 'HS256', typ: 'JWT' }),
    encode({ sub: person?.id, role: 'authenticated', aud: 'authenticated', exp: 4_000_000_000 }),
    'c2lnbmF0dXJl',
  ].join('.');
  await open(`#access_token=${forged}&refresh_token=abcdef&type=recovery`);
  await expect(invalid).toBeVisible();
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toHaveCount(0);
});

test('known and unknown addresses get the same answer from the server, first and again', async ({
  page,
  product,
}) => {
  const ask = async (email: string) => {
    const response = await fetch(`${product.url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: product.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const headers = [...response.headers].filter(([name]) => name !== 'date').map(([name]) => name);
    return { status: response.status, body: await response.text(), headers };
  };
  const unknown = newEmail();
  expect(await ask(unknown)).toEqual(await ask(PEOPLE.teacher.email));
  const refused = await ask(PEOPLE.teacher.email);
  expect(refused.status).toBe(429);
  expect(await ask(unknown)).toEqual(refused);
  await expect.poll(() => mailsTo(product, PEOPLE.teacher.email)).toHaveLength(1);
  expect(await mailsTo(product, unknown)).toEqual([]);

  // The page also reports too many requests, and with the same words for known and unknown
  // addresses.
  const account = new AccountPages(page);
  const seen: string[] = [];
  for (const email of [PEOPLE.teacher.email, unknown]) {
    await page.goto('/forgot-password');
    await account.email.fill(email);
    await page.getByRole('button', { name: 'Enviar link de recuperação', exact: true }).click();
    await expect(
      account.toast(
        'Houve um problema ao enviar o e-mail de recuperação. Por favor, tente novamente mais tarde.',
      ),
    ).toBeVisible();
    seen.push(await account.main.innerText());
  }
  expect(seen[1]).toBe(seen[0]);
});

test('a changed password ends the sessions of the other devices', async ({ page, product, browser }) => {
  const account = new AccountPages(page);
  const email = PEOPLE.student.email;
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  const signInElsewhere = async (password: string) => {
    await other.goto('/login');
    await new AccountPages(other).fillLogin(email, password);
    await expect(other).toHaveURL(/\/student\/home$/);
  };
  /** A phone whose token expired while it slept. */
  const expectOut = async () => {
    await other.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('danceflix_session') ?? '{}');
      localStorage.setItem('danceflix_session', JSON.stringify({ ...session, expiresAt: 0 }));
    });
    await other.reload();
    await expect.poll(() => other.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();
    await expect(other).toHaveURL(/\/login\?/);
    await expect(new AccountPages(other).signOut).toHaveCount(0);
  };

  await signInElsewhere(PEOPLE.student.password);
  await account.askForLink(email);
  await account.openRecovery(await linkTo(product, email));
  await expect(page.getByText(/Ao salvar, saímos da sua conta em todos os aparelhos/)).toBeVisible();
  await account.setPassword('segunda-senha');
  await expect(page.getByText(/Por segurança, saímos da sua conta em todos os aparelhos/)).toBeVisible();
  await expectOut();

  await signInElsewhere('segunda-senha');
  await expect(page).toHaveURL(/\/login$/);
  await account.fillLogin(email, 'segunda-senha');
  await expect(page).toHaveURL(/\/student\/home$/);
  await page.goto('/student/configurations');
  const form = page.getByRole('form', { name: 'Senha' });
  await form.getByLabel('Senha atual', { exact: true }).fill('segunda-senha');
  await form.getByLabel('Nova senha', { exact: true }).fill('terceira-senha');
  await form.getByLabel('Repita a nova senha', { exact: true }).fill('terceira-senha');
  await form.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(
    form.getByText('Senha alterada com sucesso! Saímos da sua conta nos outros aparelhos.'),
  ).toBeVisible();
  await expectOut();
  // This phone stays signed in, with a session that can still be refreshed.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('danceflix_session') ?? '{}');
    localStorage.setItem('danceflix_session', JSON.stringify({ ...session, expiresAt: 0 }));
  });
  const refreshed = page.waitForResponse((response) => response.url().includes('grant_type=refresh_token'));
  await page.reload();
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByRole('form', { name: 'Senha' })).toBeVisible();
  await elsewhere.close();
});

test('a recovery mail’s link waits for a click: merely looking at it uses nothing up', async ({
  page,
  product,
  context,
  frame,
}) => {
  const account = new AccountPages(page);
  const email = PEOPLE.student.email;
  await account.askForLink(email);
  const link = await linkTo(product, email);
  const tokenHash = new URL(link).searchParams.get('token_hash') ?? '';
  // A mail scanner requests the link with both methods.
  for (const method of ['HEAD', 'GET']) await fetch(link, { method });
  await fetch(ownLink(link), { method: 'HEAD', redirect: 'manual' });
  const scanner = await context.newPage();
  await scanner.goto(link);
  const press = scanner.getByRole('button', { name: 'Continuar', exact: true });
  await expect(press).toBeVisible();
  await scanner.close();

  const redeemed: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/verify')) redeemed.push(request.method());
  });
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crie uma nova senha');
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  expect(
    await page.evaluate(() => location.href + JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(tokenHash);
  expect(redeemed).toEqual([]);

  // Offline the link stays valid, and the page says so.
  await page.route('**/auth/v1/verify', unplug);
  await account.main.getByRole('button', { name: 'Continuar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não conseguimos verificar o link');
  await page.unroute('**/auth/v1/verify');
  redeemed.length = 0;
  await doubleTap(account.main.getByRole('button', { name: 'Tentar novamente' }));
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toBeVisible();
  expect(redeemed.filter((method) => method === 'POST')).toHaveLength(1);
  await account.setPassword('outra-senha');
  await expect(page.getByText('Senha alterada!', { exact: true })).toBeVisible();
  // The owner gets a mail about it.
  await expect.poll(async () => (await mailsTo(product, email)).at(-1)).toMatch(/\/forgot-password$/);
});

test('an e-mail changes after both mailboxes have confirmed, and a suspended account is told so', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  const wanted = newEmail();
  const answer = await page.evaluate(
    async ([url, key, email]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('danceflix_session') ?? '{}');
      const response = await fetch(`${url}/auth/v1/user`, {
        method: 'PUT',
        headers: { apikey: key, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      return response.status;
    },
    [product.url, product.publishableKey, wanted] as const,
  );
  expect(answer).toBe(200);
  const heading = page.getByRole('heading', { level: 1 });
  await account.confirmEmail(await linkTo(product, PEOPLE.student.email));
  await expect(heading).toHaveText('Falta confirmar no outro e-mail');
  await account.confirmEmail(await linkTo(product, wanted));
  await expect(heading).toHaveText('E-mail alterado!');
  const cached = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('danceflix_identity') ?? '{}').email);
  await expect.poll(cached).toBe(wanted);
  await account.confirmEmail(await linkTo(product, wanted));
  await expect(heading).toHaveText(INVALID);

  await page.goto('/student/home');
  await account.leave();
  await product.sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, wanted);
  await page.goto('/login');
  await account.fillLogin(wanted, PEOPLE.student.password);
  await expect(account.toast(BANNED)).toBeVisible();
  await expect(account.main.getByText(BANNED)).toBeVisible();
});
