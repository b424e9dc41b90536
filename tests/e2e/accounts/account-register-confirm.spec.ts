import { expectAccessible } from '../../support/browser';
import { TEST_LIMIT } from '../../support/limits';
import { AccountPages } from '../pages/account-pages';
import { doubleTap } from '../support/double-tap';
import { linkTo, ownLink } from '../support/mailbox';
import { unplug } from '../support/network';
import { Product } from '../support/product';
import { changingTest, expect } from '../support/test';

const test = changingTest.extend<{ product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const product = await Product.start('demo', { confirmations: true });
      await use(product);
      await product.close();
    },
    { scope: 'test', timeout: TEST_LIMIT },
  ],
});

const WAITING = 'Enviamos um link de confirmação para o seu e-mail. Abra-o para concluir o cadastro.';

test('with confirmations the mail’s link completes the registration on the phone that began it', async ({
  page,
  product,
  frame,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  await account.commit();
  await expect(account.main.getByText(WAITING, { exact: true })).toBeVisible();
  await expect(account.main.getByText(email)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme seu e-mail');
  await expectAccessible(page);
  await expect(account.dialog).toHaveCount(0);
  await frame.expectNoSidewaysScroll();
  // The page keeps waiting when the mail is read in another app and the browser has discarded the
  // page meanwhile.
  await page.reload();
  await expect(account.main.getByText(WAITING, { exact: true })).toBeVisible();

  await page.goto('/login?role=teacher');
  await account.fillLogin(email, 'segredo1');
  await expect(
    account.toast('Confirme seu e-mail antes de entrar. Enviamos um link para a sua caixa de entrada.'),
  ).toBeVisible();

  const link = await linkTo(product, email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/confirmar-email$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme seu e-mail');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await doubleTap(account.main.getByRole('button', { name: 'Confirmar e-mail', exact: true }));
  await expect(page).toHaveURL(/\/teacher\/home$/);
  expect(await page.evaluate(() => location.hash)).toBe('');
  const [row] = await product.sql(
    `select p.role, (select count(*)::int from public.teacher_dance_styles s where s.teacher_id = p.id) as styles,
       (select count(*)::int from public.user_acceptances a where a.user_id = p.id) as accepted
     from public.user_profiles p where p.email = $1`,
    email,
  );
  expect(row).toEqual({ role: 'teacher', styles: 2, accepted: 1 });
  await expect
    .poll(() =>
      product.sql(
        `select u.raw_user_meta_data ? 'registration' or i.identity_data ? 'registration' as kept
         from auth.users u join auth.identities i on i.user_id = u.id where u.email = $1`,
        email,
      ),
    )
    .toEqual([{ kept: false }]);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /draft|awaiting/.test(key))).toEqual([]);
});

test('a mistyped address can be corrected; a link that this phone does not wait for signs no one in', async ({
  page,
  product,
  browser,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.commit();
  await expect(account.main.getByText(WAITING, { exact: true })).toBeVisible();
  await account.main.getByRole('button', { name: 'Corrigir o e-mail' }).click();
  await expect(account.email).toHaveValue(email);
  await expect(account.name).toHaveValue('Ana Lima');

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const stranger = await elsewhere.newPage();
  const there = new AccountPages(stranger);
  await there.confirmEmail(await linkTo(product, email));
  await expect(
    there.main.getByText('E-mail confirmado. Entre com sua senha para concluir o cadastro.'),
  ).toBeVisible();
  expect(new URL(stranger.url()).hash).toBe('');
  expect(await stranger.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();
  // The address is confirmed anyway: signing in with the password opens the account and completes
  // it.
  await there.fillLogin(email, 'segredo1');
  await expect(stranger).toHaveURL(/\/student\/home$/);
  await elsewhere.close();
});

test('the mail can be asked for again, and too soon is said to be too soon', async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await account.fillRegistration('student');
  await account.commit();
  const again = account.main.getByRole('button', { name: 'Enviar novamente' });
  await again.click();
  await expect(
    account.toast('Muitas tentativas seguidas. Aguarde um pouco e tente novamente.'),
  ).toBeVisible();
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }));
  await again.click();
  await expect(account.toast('E-mail enviado novamente.')).toBeVisible();
});

test('a link that could not complete the registration explains what to do instead', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.commit();
  await expect(account.main.getByText(WAITING, { exact: true })).toBeVisible();
  await page.route('**/rest/v1/rpc/my_account_state', unplug);
  await page.goto(ownLink(await linkTo(product, email)));
  await expect(
    account.main.getByText('O link não pôde concluir seu cadastro. Entre com sua senha para continuar.'),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();
  await page.unroute('**/rest/v1/rpc/my_account_state');
  await account.fillLogin(email, 'segredo1');
  await expect(page).toHaveURL(/\/student\/home$/);
});
