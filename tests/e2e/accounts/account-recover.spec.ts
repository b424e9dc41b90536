import { AccountPages, newEmail, PEOPLE } from '../pages/account-pages';
import { linkTo } from '../support/mailbox';
import { fail, hold, unplug } from '../support/network';
import { expect, test } from '../support/test';

const RECOVER = '**/auth/v1/recover*';
test('[A085][A086][A228][A229][A290] the form checks the address, and a failure has its text', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  let sent = 0;
  await page.route(RECOVER, (route) => {
    sent += 1;
    return fail(route);
  });
  await page.goto('/forgot-password');
  const send = page.getByRole('button', { name: 'Enviar link de recuperação', exact: true });
  await send.click();
  await account.expectMessage(account.email, 'Por favor, informe seu e-mail');
  await account.email.fill('abc');
  await send.click();
  await account.expectMessage(account.email, 'Por favor, informe um e-mail válido');
  expect(sent).toBe(0);
  await account.email.fill(newEmail());
  await send.click();
  await expect(
    account.toast(
      'Houve um problema ao enviar o e-mail de recuperação. Por favor, tente novamente mais tarde.',
    ),
  ).toBeVisible();
});

test('[A087][A088][A089][A249][A291][A301] the answer is the same for an unknown address, and can be asked for again', async ({
  page,
}) => {
  const account = new AccountPages(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/recover') && request.method() === 'POST') asked.push(request.url());
  });
  const seen: string[] = [];
  for (const email of [PEOPLE.teacher.email, newEmail()]) {
    await page.goto('/forgot-password');
    await account.email.fill(email);
    await page.getByRole('button', { name: 'Enviar link de recuperação', exact: true }).click();
    await expect(account.toast('E-mail de recuperação enviado com sucesso!')).toBeVisible();
    await expect(account.main.getByText('1 hora')).toBeVisible();
    await expect(account.email).toHaveCount(0);
    seen.push((await account.main.innerText()).replace(email, '…'));
  }
  expect(seen[1]).toBe(seen[0]);
  expect(new URL(asked[0] ?? '').searchParams.get('redirect_to')).toMatch(/\/reset-password$/);
  await page.getByRole('button', { name: 'Enviar novamente', exact: true }).click();
  await expect.poll(() => asked.length).toBe(3);
  await account.main.getByRole('link', { name: 'Voltar para o login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('[A090][A091][A092][A295] without a recovery session the link is invalid', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Link inválido ou expirado', exact: true })).toBeVisible();
  await expect(
    page.getByText(
      'O link de recuperação que você utilizou é inválido ou expirou. Por favor, solicite um novo link de recuperação.',
      { exact: true },
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Solicitar novo link', exact: true }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('[A093][A094][A230][A231][A232][A294][A250][D063][D064][D066][A293] a link opens the form on any page, once, and nothing else', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.create.click();
  await account.agree.click();
  await expect(page).toHaveURL(/\/student\/home$/);
  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/forgot-password');
  await account.email.fill(email);
  await page.getByRole('button', { name: 'Enviar link de recuperação', exact: true }).click();
  await expect(account.main.getByText('1 hora')).toBeVisible();
  // The mail's link is redeemed on a click, which gives the page what the auth server's own link
  // carries in its hash.
  const redeemed = page.waitForResponse((response) => response.url().includes('/auth/v1/verify'));
  await account.openRecovery(await linkTo(product, email));
  const { access_token, refresh_token } = await (await redeemed).json();
  const hash = `#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' })}`;
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.goto('/student/home');
  await expect(page).toHaveURL(/\/login\?/);
  await page.goto('/search');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cadastrar' })).toBeVisible();

  const checking = await hold(page, '**/auth/v1/user');
  await page.goto('about:blank');
  await page.goto(`/search${hash}`);
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByText('Verificando o link…')).toBeVisible();
  const fields = account.main.getByLabel(/nova senha/i);
  await expect(fields).toHaveCount(0);
  await checking.release();
  const next = account.main.getByLabel('Nova senha', { exact: true });
  const again = account.main.getByLabel('Confirmar nova senha', { exact: true });
  const save = account.main.getByRole('button', { name: 'Alterar senha' });
  await expect(next).toHaveAttribute('autocomplete', 'new-password');
  await next.fill('outra-senha');
  await expect(save).toBeDisabled();
  await again.fill('outra');
  await account.expectMessage(again, 'As senhas não conferem');
  await expect(save).toBeDisabled();
  await again.fill('outra-senha');
  await expect(save).toBeEnabled();
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT' ? unplug(route) : route.fallback(),
  );
  await save.click();
  await expect(account.toast('Failed to reset password. Please try again.')).toBeVisible();
  await page.unroute('**/auth/v1/user');
  await save.click();
  await Promise.all([
    expect(account.toast('Senha alterada com sucesso!')).toBeVisible(),
    expect(page.getByText('Senha alterada!', { exact: true })).toBeVisible(),
  ]);
  expect(await page.evaluate(() => localStorage.getItem('danceflix_identity'))).toBeNull();
  await expect(page).toHaveURL(/\/login$/);
  await account.fillLogin(email, 'segredo1');
  await expect(account.toast('E-mail ou senha incorretos')).toBeVisible();
  await account.fillLogin(email, 'outra-senha');
  await expect(page).toHaveURL(/\/student\/home$/);
});
