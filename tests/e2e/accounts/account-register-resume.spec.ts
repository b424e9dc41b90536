import { AccountPages, newEmail, SIGN_UP } from '../pages/account-pages';
import { hold, unplug } from '../support/network';
import { expect, changingTest as test } from '../support/test';

const COMPLETE = '**/rest/v1/rpc/complete_registration';

const PERSON = `select p.role, p.whatsapp, u.raw_user_meta_data ? 'registration'
      or exists (select from auth.identities i where i.user_id = u.id and i.identity_data ? 'registration') as kept,
    (select count(*)::int from public.teacher_dance_styles s where s.teacher_id = p.id) as styles,
    (select count(*)::int from auth.users same where same.email = u.email) as accounts
  from auth.users u join public.user_profiles p using (id) where u.email = $1`;

test('a registration cut off by a dead server is resumed by signing in', async ({ page, product }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  await account.phone.fill('31900001234');
  const held = await hold(page, COMPLETE);
  const completing = page.waitForRequest(COMPLETE);
  await account.commit();
  await completing;
  await product.kill();
  await held.release();
  await expect(account.toast('Erro ao criar conta. Por favor, tente novamente.')).toBeVisible();
  await expect(account.dialog).toHaveCount(0);
  await expect(account.name).toHaveValue('Ana Lima');
  await expect(account.password).toHaveValue('segredo1');
  expect(await page.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();

  await product.resume();
  expect(await product.sql('select id from auth.users where email = $1', email)).toHaveLength(1);
  expect(await product.sql(PERSON, email)).toEqual([]);
  await page.goto('/login?role=teacher');
  await account.fillLogin(email, 'segredo1');
  await expect(page).toHaveURL(/\/teacher\/home$/);
  await expect
    .poll(() => product.sql(PERSON, email))
    .toEqual([{ role: 'teacher', whatsapp: '+5531900001234', kept: false, styles: 2, accounts: 1 }]);
});

test('a registration whose second half never arrived goes on when it is sent again', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await page.route(COMPLETE, unplug);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.commit();
  await expect(account.toast('Erro ao criar conta. Por favor, tente novamente.')).toBeVisible();
  await page.unroute(COMPLETE);
  await account.commit();
  await expect(page).toHaveURL(/\/student\/home$/);
  expect(await product.sql(PERSON, email)).toEqual([
    { role: 'student', whatsapp: null, kept: false, styles: 0, accounts: 1 },
  ]);
});

test('an account that lacks personal fields is sent to a form that asks for them', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  const email = newEmail();
  await fetch(`${product.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: product.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'segredo1', data: { role: 'student', name: 'Rui Sá' } }),
  });
  await page.goto('/login?redirect=%2Fsearch');
  await account.fillLogin(email, 'segredo1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conclua seu cadastro');
  await expect(account.name).toHaveValue('Rui Sá');
  await expect(account.email).toHaveCount(0);
  await expect(account.password).toHaveCount(0);
  // An account without a profile can open nothing else.
  await page.goto('/student/home');
  await expect(page).toHaveURL(/\/register\?redirect=%2Fstudent%2Fhome$/);
  await account.chooseCity('belo', 'Belo Horizonte');
  await account.terms.check();
  await account.main.getByRole('button', { name: 'Concluir cadastro' }).click();
  await account.agree.click();
  await expect(page).toHaveURL(/\/student\/home$/);
  expect(await product.sql('select name from public.user_profiles where email = $1', email)).toEqual([
    { name: 'Rui Sá' },
  ]);
});

test('double taps make one account, and the back button does not lead back into the form', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup') && request.method() === 'POST') sent += 1;
  });
  await page.goto('/search');
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  const twice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await account.create.evaluate(twice);
  await expect(account.dialog).toHaveCount(1);
  const held = await hold(page, SIGN_UP);
  await account.agree.evaluate(twice);
  await expect(account.disagree).toBeDisabled();
  // Escape does not leave a registration under way either.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(account.agree).toBeVisible();
  await held.release();
  await expect(page).toHaveURL(/\/student\/home$/);
  expect(sent).toBe(1);
  expect(await product.sql(PERSON, email)).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
  await page.goto('/register');
  await expect(page).toHaveURL(/\/student\/home$/);
});

test('the form keeps its input after a visit to the login, by link and by the back button', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  await account.main.getByRole('link', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(account.email).toHaveValue(email);
  await expect(account.city).toHaveValue('Belo Horizonte');
  await expect(account.styles.getByLabel('Zouk', { exact: true })).toBeChecked();
  await expect(account.password).toHaveValue('');
});

test('two tabs that register the same person make one account and end at home', async ({
  page,
  context,
  product,
}) => {
  const email = newEmail();
  const waiting = [];
  for (const tab of [page, await context.newPage()]) {
    const form = new AccountPages(tab);
    await tab.goto('/register');
    await form.fillRegistration('student', email);
    await form.create.click();
    const held = await hold(tab, SIGN_UP);
    const asked = tab.waitForRequest(SIGN_UP);
    await form.agree.click();
    await asked;
    waiting.push({ tab, form, held });
  }
  for (const { tab, form, held } of waiting) {
    await held.release();
    await expect(tab).toHaveURL(/\/student\/home$/);
    await expect(form.toast('Registro realizado com sucesso!')).toBeVisible();
  }
  expect(await product.sql(PERSON, email)).toEqual([
    { role: 'student', whatsapp: null, kept: false, styles: 0, accounts: 1 },
  ]);
});

test('a tab that is still filling in the form follows the one that has registered', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  const filling = new AccountPages(other);
  await other.goto('/register');
  await filling.name.fill('Ana Lima');
  await new AccountPages(page).register('student');
  await expect(other).toHaveURL(/\/student\/home$/);
});
