import { AccountPages, SIGN_UP } from '../pages/account-pages';
import { fail, unplug } from '../support/network';
import { expect, test } from '../support/test';

test('[A071][A072][A073][A074][A162][A163][A164] the commitment stands between form and account, and can be declined', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.create.click();
  await expect(account.agree).toBeVisible();
  await expect(account.dialog).toContainText(/não pode oferecer nem agendar aulas/);
  await account.disagree.click();
  await expect(account.dialog).toHaveCount(0);
  await expect(
    account.toast('É necessário aceitar o compromisso da comunidade para continuar.'),
  ).toBeVisible();
  await expect(account.toast('Nossa comunidade valoriza o respeito e a inclusão.')).toBeVisible();
  await expect(account.name).toHaveValue('Ana Lima');
  await expect(account.password).toHaveValue('segredo1');
  expect(await product.sql('select id from auth.users where email = $1', email)).toEqual([]);
});

test('[A007][A161][A166][A167][A169][D054][A279] a student registers without a number and arrives at home', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.create.click();
  await account.agree.click();
  await expect(account.toast('Registro realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/student\/home$/);
  const [row] = await product.sql(
    `select u.raw_user_meta_data ->> 'role' as role, u.raw_user_meta_data ->> 'name' as name, p.whatsapp,
       p.id = u.id as profile, exists (select from public.students s where s.id = u.id) as student
     from auth.users u join public.user_profiles p on p.id = u.id where u.email = $1`,
    email,
  );
  expect(row).toEqual({ role: 'student', name: 'Ana Lima', whatsapp: null, profile: true, student: true });
});

test('[A150][A151][A159][A160][A174][A177] a teacher registers with number and styles and goes where the address said', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register?redirect=%2Fsearch');
  const email = await account.fillRegistration('teacher');
  await account.phone.fill('31900001234');
  await account.create.click();
  await account.agree.click();
  await expect(page).toHaveURL(/\/search$/);
  const [row] = await product.sql(
    `select p.whatsapp, t.is_active,
       (select count(*)::int from public.teacher_dance_styles s where s.teacher_id = p.id) as styles,
       (select count(*)::int from public.user_acceptances a where a.user_id = p.id) as accepted
     from public.user_profiles p join public.teachers t on t.id = p.id where p.email = $1`,
    email,
  );
  expect(row).toEqual({ whatsapp: '+5531900001234', is_active: false, styles: 2, accepted: 1 });
});

test('[A165][A273][A275] a failed creation closes the dialog, says so and keeps the form', {
  tag: '@full',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await account.fillRegistration('student');
  const attempt = async (text: string) => {
    // By key: the button lies where the dialog's was, and two quick presses at one spot are a double tap.
    await account.create.press('Enter');
    await account.agree.click();
    await expect(account.dialog).toHaveCount(0);
    await expect(account.toast(text)).toBeVisible();
    await expect(account.name).toHaveValue('Ana Lima');
    await expect(account.password).toHaveValue('segredo1');
  };
  await page.route(SIGN_UP, (route) =>
    route.fulfill({ status: 422, json: { code: 422, error_code: 'signup_disabled', msg: '' } }),
  );
  await attempt('Falha no registro. Por favor, tente novamente.');
  await page.route(SIGN_UP, unplug);
  await attempt('Erro ao criar conta. Por favor, tente novamente.');
});

test('a taken address has a message at its field, with the ways on', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await account.fillRegistration('student', 'aluno@danceflix.test');
  await account.create.click();
  await account.agree.click();
  await account.expectMessage(
    account.email,
    'Este e-mail já está cadastrado. Entre com ele ou recupere a senha.',
  );
  await expect(account.email).toBeFocused();
  await expect(account.main.getByRole('link', { name: 'recuperar a senha' })).toBeVisible();
});

test('the form keeps its input over a reload, the password never; offline it says so and keeps it', async ({
  page,
  context,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'segredo1',
  );
  await page.reload();
  await expect(account.name).toHaveValue('Ana Lima');
  await expect(account.email).toHaveValue(email);
  await expect(account.city).toHaveValue('Belo Horizonte');
  await expect(account.styles.getByLabel('Zouk', { exact: true })).toBeChecked();
  await expect(account.terms).toBeChecked();
  await expect(account.password).toHaveValue('');
  await account.password.fill('segredo1');
  await context.setOffline(true);
  const said = /^Você está sem conexão\. O que você preencheu continua aqui/;
  await expect(account.main.getByText(said)).toBeVisible();
  await account.commit();
  await expect(account.toast('Erro ao criar conta. Por favor, tente novamente.')).toBeVisible();
  await expect(account.main.getByText(said)).toBeVisible();
  await expect(account.name).toHaveValue('Ana Lima');
  await expect(account.password).toHaveValue('segredo1');
});

test('[A034][A035][A062][A070] the texts open in a new tab, and there is a way back and to the login', {
  tag: '@full',
}, async ({ page, context }) => {
  const account = new AccountPages(page);
  await page.goto('/search');
  await page.getByRole('banner').getByRole('link', { name: 'Cadastrar' }).click();
  await account.name.fill('Ana Lima');
  for (const [name, path] of [
    [/^termos de uso/, '/terms-of-use'],
    [/^política de privacidade/, '/privacy-policy'],
  ] as const) {
    const opening = context.waitForEvent('page');
    await account.main.getByRole('link', { name }).click();
    const opened = await opening;
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(opened.url()).pathname).toBe(path);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    await opened.close();
    await expect(account.name).toHaveValue('Ana Lima');
  }
  await account.main.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/search$/);
  await page.goto('/register?redirect=%2Fsearch');
  await account.main.getByRole('link', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsearch$/);
});

test('[A296][A297] lists that never arrived are empty and say so', { tag: '@full' }, async ({ page }) => {
  const account = new AccountPages(page);
  await page.route('**/rest/v1/**', fail);
  await page.goto('/register?role=teacher');
  await expect(account.main.getByText('Failed to load cities', { exact: true })).toBeVisible();
  await expect(account.main.getByText('Failed to load dance styles', { exact: true })).toBeVisible();
  await expect(account.styles.getByRole('checkbox')).toHaveCount(0);
});
