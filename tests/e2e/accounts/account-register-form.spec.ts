import type { Locator, Route } from '@playwright/test';
import { AccountPages, newEmail, SIGN_UP } from '../pages/account-pages';
import { expect, test } from '../support/test';

test('[A029][A030][A031][B109] registration and recovery stand in the middle, without the navigation of the site', {
  tag: '@desktop',
}, async ({ page, frame }) => {
  for (const path of ['/register', '/forgot-password', '/reset-password']) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(frame.header.getByRole('link')).toHaveCount(1);
    const [left, right] = await heading.evaluate((element) => {
      const { left, right } = (element.parentElement?.parentElement ?? element).getBoundingClientRect();
      return [left, document.documentElement.clientWidth - right];
    });
    expect(Math.abs((left ?? 0) - (right ?? 0))).toBeLessThanOrEqual(1);
  }
});

test('[A065] the Tab key goes through the form in the order of its fields', async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register?role=teacher');
  const styles = account.styles.getByRole('checkbox');
  await expect(styles.first()).toBeVisible();
  await account.name.focus();
  const walk: Locator[] = [account.email, account.city, account.country, account.phone];
  for (let index = 0; index < (await styles.count()); index += 1) walk.push(styles.nth(index));
  walk.push(account.styles.getByRole('button', { name: 'Adicionar estilo' }));
  walk.push(account.password, page.getByRole('button', { name: 'Mostrar senha' }), account.terms);
  walk.push(
    account.main.getByRole('link', { name: /^termos de uso/ }),
    account.main.getByRole('link', { name: /^política de privacidade/ }),
    account.create,
  );
  for (const next of walk) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
});

test('[A149] Concordo sends the eight fields of the payload', async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  await account.phone.fill('31900001234');
  const asking = page.waitForRequest(
    (request) => request.url().includes('/auth/v1/signup') && request.method() === 'POST',
  );
  await page.route(SIGN_UP, (route) => route.fulfill({ status: 422, json: { code: 422, msg: 'no' } }));
  await account.commit();
  const sent = (await asking).postDataJSON();
  // supabase-js adds its own fields to the form's, all of them empty here.
  const { email: address, password, data, ...others } = sent;
  expect(Object.keys(others).sort()).toEqual([
    'code_challenge',
    'code_challenge_method',
    'gotrue_meta_security',
  ]);
  expect({ email: address, password }).toEqual({ email, password: 'segredo1' });
  expect(data).toEqual({
    role: 'teacher',
    name: 'Ana Lima',
    registration: {
      role: 'teacher',
      name: 'Ana Lima',
      city_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      whatsapp: '+5531900001234',
      styles: ['Forró', 'Zouk'],
      terms_accepted: true,
    },
  });
});

test('[A064] registering cannot make an administrator', async ({ page, product }) => {
  await page.goto('/register?role=admin');
  await expect(page.getByRole('tab')).toHaveText(['Aluno', 'Professor']);
  await expect(page.getByRole('tab', { name: 'Aluno' })).toHaveAttribute('aria-selected', 'true');
  const ask = async (path: string, body: object, token = product.publishableKey) => {
    const response = await fetch(product.url + path, {
      method: 'POST',
      headers: {
        apikey: product.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  for (const [metadata, payload] of [
    [{ role: 'admin', name: 'Ana Lima' }, {}],
    [
      { role: 'admin', name: 'Ana Lima' },
      { role: 'admin', name: 'Ana Lima', terms_accepted: true },
    ],
    [
      { role: 'student', name: 'Ana Lima' },
      { role: 'admin', terms_accepted: true },
    ],
  ]) {
    const email = newEmail();
    const signedUp = await ask('/auth/v1/signup', { email, password: 'segredo1', data: metadata });
    expect(signedUp.status).toBe(200);
    const token = signedUp.body.access_token;
    expect((await ask('/rest/v1/rpc/complete_registration', { payload }, token)).status).toBe(400);
    const row = { id: signedUp.body.user.id, name: 'Ana Lima', email, role: 'admin' };
    expect((await ask('/rest/v1/user_profiles', row, token)).status).toBeGreaterThanOrEqual(400);
    expect(await product.sql('select id from public.user_profiles where email = $1', email)).toEqual([]);
  }
});

test('a weak password and too many attempts are explained, and the form keeps what was typed', async ({
  page,
}) => {
  const account = new AccountPages(page);
  const answer = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { code: status, error_code: code, msg: 'in English' } });
  await page.goto('/register');
  await account.fillRegistration('student');
  await page.route(SIGN_UP, answer(422, 'weak_password'));
  await account.commit();
  await expect(account.toast('Escolha uma senha mais difícil de adivinhar.')).toBeVisible();
  await account.expectMessage(account.password, 'Escolha uma senha mais difícil de adivinhar.');
  await expect(account.password).toBeFocused();
  await account.password.fill('segredo2');
  await page.route(SIGN_UP, answer(429, 'over_request_rate_limit'));
  await account.commit();
  const busy = 'Muitas tentativas seguidas. Aguarde um pouco e tente novamente.';
  await expect(account.toast(busy)).toBeVisible();
  await expect(account.main.getByText(busy, { exact: true })).toBeVisible();
  // A gateway's error page, and a server error.
  for (const [status, body] of [
    [502, '<html>Bad gateway</html>'],
    [200, '<html>Entre na rede do hotel</html>'],
  ] as const) {
    await page.route(SIGN_UP, (route) => route.fulfill({ status, contentType: 'text/html', body }));
    await account.commit();
    await expect(account.toast('Erro ao criar conta. Por favor, tente novamente.')).toBeVisible();
    await expect(account.dialog).toHaveCount(0);
  }
  await expect(account.name).toHaveValue('Ana Lima');
  await expect(account.password).toHaveValue('segredo2');
});

test('the tab Cadastrar of the combined page registers too, and keeps what was typed on the other tab', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/auth?tab=register&redirect=%2Fsearch');
  await account.name.fill('Ana Lima');
  await account.tab('Entrar').click();
  await expect(account.name).toHaveCount(0);
  await account.tab('Cadastrar').click();
  await expect(account.name).toHaveValue('Ana Lima');
  await account.fillRegistration('student');
  await account.commit();
  await expect(account.toast('Registro realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/search$/);
});

test('a notice that cannot be loaded breaks neither the page nor the form', async ({ page }) => {
  const account = new AccountPages(page);
  await page.route(/\/assets\/toaster-[^/]+\.js$/, (route) => route.abort('internetdisconnected'));
  await page.goto('/register');
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/toaster-'));
  await account.email.fill('abc@');
  await lost;
  await account.create.click();
  await account.expectMessage(account.name, 'Nome é obrigatório');
  await expect(account.email).toHaveValue('abc@');
  await page.unroute(/\/assets\/toaster-[^/]+\.js$/);
  await account.create.click();
  // The first request may have succeeded late.
  await expect(account.toast('Nome é obrigatório').first()).toBeVisible();
});
