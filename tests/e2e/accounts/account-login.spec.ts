import { expectAccessible } from '../../support/browser';
import { AccountPages, PEOPLE, SIGN_IN } from '../pages/account-pages';
import { doubleTap } from '../support/double-tap';
import { unplug } from '../support/network';
import { expect, test } from '../support/test';

const storedSession = () => Object.keys(localStorage).filter((key) => /session|identity|sb-/.test(key));

test('[A028][A032][A033] the four account routes are a form between logo and footer, without navigation', async ({
  page,
  frame,
}) => {
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(frame.logo).toHaveAttribute('href', '/');
    await expect(frame.footer).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await frame.expectNoSidewaysScroll();
  }
});

test('[A053][A054][A055][A056] role tabs from the address, e-mail and password', async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/login');
  await expect(page.getByRole('tab')).toHaveText(['Aluno', 'Professor']);
  await expect(account.tab('Aluno')).toHaveAttribute('aria-selected', 'true');
  await page.goto('/login?role=teacher');
  await expect(account.tab('Professor')).toHaveAttribute('aria-selected', 'true');
  await page.goto('/login?role=student');
  await expect(account.tab('Aluno')).toHaveAttribute('aria-selected', 'true');
  await expect(account.email).toHaveAttribute('type', 'email');
  await expect(account.password).toHaveAttribute('autocomplete', 'current-password');
});

test('[A057][A058][A059] links to recovery and to registration, which keeps the way back', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Esqueceu a senha?', exact: true }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goto('/login?redirect=%2Fstudent%2Frequests');
  await page.getByRole('link', { name: 'Criar agora', exact: true }).click();
  await expect(page).toHaveURL(/\/register\?redirect=%2Fstudent%2Frequests$/);
});

test('[A021][A022][A023][A024][A025][A026] the combined page takes its tab from the address and writes it there', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/auth?tab=xyz');
  await expect(page.getByRole('tab')).toHaveText(['Entrar', 'Cadastrar']);
  await expect(account.tab('Entrar')).toHaveAttribute('aria-selected', 'true');
  await page.goto('/auth?redirect=%2Fsearch');
  await expect(account.tab('Entrar')).toHaveAttribute('aria-selected', 'true');
  await expect(account.enter).toBeVisible();
  await account.tab('Cadastrar').click();
  await expect(account.create).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fsearch&tab=register$/);
  await page.goto('/auth?tab=login');
  await expect(account.tab('Entrar')).toHaveAttribute('aria-selected', 'true');
  await page.goto('/auth?tab=register');
  await expect(account.tab('Cadastrar')).toHaveAttribute('aria-selected', 'true');
});

test('[A027] changing the tab adds nothing to the history', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/search');
  await page.goto('/auth');
  await expect(account.enter).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await account.tab('Cadastrar').click();
  await expect(account.create).toBeVisible();
  await account.tab('Entrar').click();
  await expect(account.enter).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
});

test('[A193][A194][A195][A196] missing or malformed input has a message beside the field and sends nothing', async ({
  page,
}) => {
  const account = new AccountPages(page);
  let sent = 0;
  await page.route(SIGN_IN, (route) => {
    sent += 1;
    return route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid' },
    });
  });
  for (const path of ['/login', '/auth', '/admin/login']) {
    const missing =
      path === '/admin/login' ? 'Preencha todos os campos' : 'Preencha todos os campos obrigatórios';
    await page.goto(path);
    await account.enter.click();
    await expect(account.toast(missing)).toBeVisible();
    await account.expectMessage(account.email, missing);
    await expect(account.email).toBeFocused();
    await account.email.fill('a@example.test');
    await account.enter.click();
    await account.expectMessage(account.password, missing);
    await expect(account.password).toBeFocused();
  }
  await page.goto('/login');
  await account.fillLogin('abc', 'segredo');
  await expect(account.toast('E-mail inválido')).toBeVisible();
  await account.expectMessage(account.email, 'E-mail inválido');
  await account.fillLogin('a@example.test', '12345');
  await expect(account.toast('A senha deve ter pelo menos 6 caracteres')).toBeVisible();
  expect(sent).toBe(0);
  await account.fillLogin('a@example.test', '123456');
  await expect(account.toast('E-mail ou senha incorretos')).toBeVisible();
  expect(sent).toBe(1);
});

test('[A263][A265] a wrong password and a missing network have their texts, and the form keeps its input', async ({
  page,
}) => {
  const account = new AccountPages(page);
  for (const path of ['/login', '/auth']) {
    await page.unroute(SIGN_IN);
    await page.goto(path);
    await account.fillLogin(PEOPLE.student.email, 'nada-disso');
    await expect(account.toast('E-mail ou senha incorretos')).toBeVisible();
    await page.route(SIGN_IN, unplug);
    await account.enter.click();
    await expect(account.toast('Erro ao fazer login')).toBeVisible();
    await expect(account.email).toHaveValue(PEOPLE.student.email);
    await expect(account.enter).toBeEnabled();
  }
});

test("[A264][A266] the administration's login shows the backend's message, and its own when there is no network", {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/admin/login');
  await page.route(SIGN_IN, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    }),
  );
  await account.fillLogin(PEOPLE.admin.email, 'nada-disso');
  await expect(account.toast('Email not confirmed')).toBeVisible();
  await page.route(SIGN_IN, unplug);
  await account.enter.click();
  await expect(account.toast('Login failed. Please try again.')).toBeVisible();
});

test('an account that waits for its confirmation and too many attempts are explained', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/login');
  await page.route(SIGN_IN, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    }),
  );
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(
    account.toast('Confirme seu e-mail antes de entrar. Enviamos um link para a sua caixa de entrada.'),
  ).toBeVisible();
  await page.route(SIGN_IN, (route) =>
    route.fulfill({
      status: 429,
      json: { code: 429, error_code: 'over_request_rate_limit', msg: 'slow down' },
    }),
  );
  await account.enter.click();
  await expect(
    account.toast('Muitas tentativas seguidas. Aguarde um pouco e tente novamente.'),
  ).toBeVisible();
});

test('[A267][A060] signing in says so and follows the redirect, decoded, but never out of the site', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/login?redirect=%2Fstudent%2Frequests%3Fa%3D1');
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(account.toast('Login realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/student\/requests\?a=1$/);
  await account.leave();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/login?redirect=%2F%2Fevil.example%2Fx');
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(page).toHaveURL(/\/student\/home$/);
});

test('[A270][A271][D061] the account of another role is refused with both labels, and nobody is signed in', async ({
  page,
}) => {
  const account = new AccountPages(page);
  for (const [path, who, text] of [
    ['/login', 'teacher', 'Esta conta está registrada como Professor, não como Aluno.'],
    ['/login?role=teacher', 'student', 'Esta conta está registrada como Aluno, não como Professor.'],
    ['/login', 'admin', 'Esta conta está registrada como Administrador, não como Aluno.'],
  ] as const) {
    await page.goto(path);
    await account.fillLogin(PEOPLE[who].email, PEOPLE[who].password);
    await expect(account.toast(text)).toBeVisible();
    expect(await page.evaluate(storedSession)).toEqual([]);
    await expect(account.enterAs).toHaveCount(who === 'admin' ? 0 : 1);
  }
  await page.goto('/student/home');
  await expect(page).toHaveURL(/\/login\?/);
  // The right role is one tap away, with what was typed.
  await account.tab('Aluno').click();
  await account.fillLogin(PEOPLE.teacher.email, PEOPLE.teacher.password);
  await expect(account.enterAs).toHaveText('Entrar como Professor');
  await expectAccessible(page);
  await doubleTap(account.enterAs);
  await expect(page).toHaveURL(/\/teacher\/home$/);
});

test('[A046][A047] signed-in people are redirected from login and registration at once', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await account.signIn('student');
  for (const [path, target] of [
    ['/login', /\/student\/home$/],
    ['/login?redirect=%2Fsearch', /\/search$/],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(target);
    await expect(account.email).toHaveCount(0);
  }
  await account.leave();
  await expect(page).toHaveURL(/\/$/);
  await account.signIn('teacher');
  for (const path of ['/register', '/auth?tab=register']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/teacher\/home$/);
    await expect(account.create).toHaveCount(0);
  }
});

test('the password can be looked at, and the role tabs work by keyboard', { tag: '@full' }, async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/login');
  await account.password.fill('segredo');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await expect(account.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar senha' }).click();
  await expect(account.password).toHaveAttribute('type', 'password');
  await account.tab('Aluno').focus();
  await page.keyboard.press('ArrowRight');
  await expect(account.tab('Professor')).toBeFocused();
  await expect(account.tab('Professor')).toHaveAttribute('aria-selected', 'true');
});

test('two taps on Entrar are one request', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('grant_type=password')) sent += 1;
  });
  await page.goto('/login');
  await account.email.fill(PEOPLE.student.email);
  await account.password.fill(PEOPLE.student.password);
  await account.enter.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/student\/home$/);
  expect(sent).toBe(1);
});
