import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { TEST_LIMIT } from '../../support/limits';
import { AccountPages, newEmail, PEOPLE } from '../pages/account-pages';
import { Frame } from '../pages/frame';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { linkTo } from '../support/mailbox';
import { Product } from '../support/product';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const NOT_SIGNED_IN = 'Você precisa estar logado para acessar esta página';
const ASKED = /\/student\/requests\/new\?professor=marina-couto&passo=conta$/;

/** Requests to Marina by the account with this address. */
const requestsOf = (product: Product, email: string) =>
  product.sql(
    `select r.status, r.message, r.preferred_days, r.preferred_times, d.name as style
     from public.lesson_requests r join public.user_profiles p on p.id = r.student_id
     join public.dance_styles d on d.id = r.dance_style_id
     where r.teacher_id = ${idOf('teacher')} and p.email = $1`,
    email,
  );

/** Names of what this phone keeps of requests that were filled in. */
const draftsOn = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('draft_request') || key.includes('way_back')),
  );

const onStep = async (page: Page) => {
  await expect(
    page.getByRole('heading', { level: 1, name: 'Para pedir aula com Marina, crie sua conta' }),
  ).toBeVisible();
};

test('a visitor fills a request without a connection; it survives closing, registering and is sent once', async ({
  page,
  product,
  context,
  frame,
}) => {
  const requests = new RequestPages(page);
  const account = new AccountPages(page);
  await page.goto('/teachers/marina-couto');
  await readyForOffline(page);
  await context.setOffline(true);
  await requests.ask.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedir aula com Marina Couto' })).toBeVisible();
  await requests.fill('Forró', 'Nunca dancei, e quero começar.');
  await expect(requests.form.getByText(/Para enviar, você cria sua conta depois/)).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'visitor-request-form');
  await doubleTap(requests.form.getByRole('button', { name: 'Enviar pedido' }));
  await onStep(page);
  await expect(page).toHaveURL(ASKED);
  // The quoted text is information, and covers no field.
  await expect(account.toast(NOT_SIGNED_IN)).toBeVisible();
  await expect(frame.toasts).not.toHaveAttribute('data-type', 'error');
  await expect(requests.main.getByText(/Forró · Segunda · Noite/)).toBeVisible();
  await expect(requests.main.getByText(/Para criar a conta ou entrar é preciso internet/)).toBeVisible();
  expect(await requests.main.getByRole('link', { name: /^(Cadastrar|Entrar)$/ }).allTextContents()).toEqual([
    'Cadastrar',
    'Entrar',
  ]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'visitor-request-account');
  await page.goBack();
  await expect(requests.message).toHaveValue('Nunca dancei, e quero começar.');

  await page.close();
  const next = await context.newPage();
  const later = new RequestPages(next);
  const registering = new AccountPages(next);
  await next.goto('/student/requests/new?professor=marina-couto');
  await expect(later.form.getByText('Recuperamos seu rascunho')).toBeVisible();
  await expect(later.message).toHaveValue('Nunca dancei, e quero começar.');
  await context.setOffline(false);
  await expect(new Frame(next).offline).toHaveCount(0);
  await later.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await onStep(next);
  await later.main.getByRole('link', { name: 'Cadastrar' }).click();
  await expect(next).toHaveURL(/\/register\?redirect=.*&role=student$/);
  const email = await registering.fillRegistration('student');
  await registering.commit();
  await expect(next.getByRole('heading', { level: 1, name: 'Pedir aula com Marina Couto' })).toBeVisible();
  await expect(later.form.getByText('Seu pedido está pronto. Falta só enviar.')).toBeVisible();
  await expect(later.form.getByRole('radio', { name: 'Forró', exact: true })).toBeChecked();
  await expect(later.form.getByLabel('Segunda')).toBeChecked();
  await expectAccessible(next);
  await shoot(next, 'visitor-request-ready');
  expect(await requestsOf(product, email)).toEqual([]);
  await later.send();
  const sent = {
    status: 'Pendente',
    style: 'Forró',
    message: 'Nunca dancei, e quero começar.',
    preferred_days: ['segunda'],
    preferred_times: ['noite'],
  };
  await expect.poll(() => requestsOf(product, email)).toEqual([sent]);
  expect(await draftsOn(next)).toEqual([]);
  expect(
    await product.sql(`select 1 from public.command_log where kind = 'lesson_request.create'`),
  ).toHaveLength(1);
});

test('with its own Entrar, the header’s too, a student comes back to the filled request', {
  tag: '@full',
}, async ({ page, product }) => {
  const requests = new RequestPages(page);
  const account = new AccountPages(page);
  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.fill('Forró', 'Já tenho conta.');
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await onStep(page);
  // Not by the step's links: the way back is known all the same.
  await page.goto('/login?role=student');
  await account.fillLogin(PEOPLE.student.email, PEOPLE.student.password);
  await expect(requests.message).toHaveValue('Já tenho conta.');
  await requests.send();
  await expect
    .poll(() => requestsOf(product, PEOPLE.student.email))
    .toContainEqual(expect.objectContaining({ message: 'Já tenho conta.' }));
  // From now on a login leads home.
  await account.leave();
  await account.signIn('student');
});

test('a teacher who signs in from there sends nothing, is told where the text is, and keeps it', {
  tag: '@full',
}, async ({ page, product }) => {
  const requests = new RequestPages(page);
  const account = new AccountPages(page);
  await page.goto('/student/requests/new?professor=zeca-amparo');
  await requests.message.fill('Sou professora, na verdade.');
  await requests.form.getByRole('radio').first().check();
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await requests.main.getByRole('link', { name: 'Cadastrar' }).click();
  const email = await account.fillRegistration('teacher');
  await account.commit();
  // The page says what happened and where the text is, and lets it be deleted.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seu pedido está guardado neste aparelho');
  await expect(requests.main).toContainText('pedidos de aula são feitos com uma conta de aluno');
  await expect(requests.main).toContainText('Sou professora, na verdade.');
  await expectAccessible(page);
  await requests.main.getByRole('link', { name: 'Ir para o início' }).click();
  await expect(page).toHaveURL(/\/teacher\/home$/);
  // It outlives a sign-out, for the account of a student.
  await account.leave();
  expect(await draftsOn(page)).toContainEqual(expect.stringContaining('draft_request_visitor'));
  await page.goto('/student/requests/new?professor=zeca-amparo');
  await expect(requests.message).toHaveValue('Sou professora, na verdade.');
  expect(
    await product.sql(
      `select 1 from public.lesson_requests r join public.user_profiles p on p.id = r.student_id where p.email = $1`,
      email,
    ),
  ).toEqual([]);
});

test('what was filled is taken back by one tap, and its return by another', { tag: '@full' }, async ({
  page,
  frame,
}) => {
  await new OwnPages(page).enter('student');
  const requests = new RequestPages(page);
  await page.goto('/student/requests/new?professor=marina-couto&style=Zouk');
  // Preselected from the search, which is no draft.
  await expect(requests.form.getByRole('radio', { name: 'Zouk', exact: true })).toBeChecked();
  await requests.fill('Bolero', 'Um rascunho de ontem.');
  await page.reload();
  await expect(requests.form.getByText('Recuperamos seu rascunho')).toBeVisible();
  await expectAccessible(page);
  await requests.form.getByRole('button', { name: 'Limpar' }).click();
  await expect(requests.message).toHaveValue('');
  await expect(requests.form.getByRole('radio', { name: 'Zouk', exact: true })).toBeChecked();
  await requests.form.getByRole('button', { name: 'Desfazer' }).click();
  await expect(requests.message).toHaveValue('Um rascunho de ontem.');
  await requests.form.getByRole('button', { name: 'Limpar' }).click();
  await page.reload();
  await expect(requests.form).toBeVisible();
  await expect(requests.form.getByText('Recuperamos seu rascunho')).toHaveCount(0);

  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const boxes = await Promise.all(
      (await requests.form.getByRole('group', { name: /^Dias/ }).getByRole('checkbox').all()).map((box) =>
        box.boundingBox(),
      ),
    );
    expect(boxes).toHaveLength(7);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    for (const box of boxes) {
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    await frame.expectNoSidewaysScroll();
  }
  await page.setViewportSize({ width: 360, height: 640 });
  const button = requests.form.getByRole('button', { name: 'Enviar pedido' });
  await expect(button).toBeInViewport({ ratio: 1 });
  // Reached by keyboard, a field is not behind the button; above a keyboard the button stands below the fields.
  await requests.message.focus();
  const [field, send] = [await requests.message.boundingBox(), await button.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
  await page.setViewportSize({ width: 360, height: 330 });
  await requests.message.click();
  await expect(button.locator('..')).toHaveCSS('position', 'static');
});

test('a student without a WhatsApp adds it in the request, without a connection too', {
  tag: '@full',
}, async ({ page, product, context }) => {
  await product.sql(`update public.user_profiles set whatsapp = null where id = ${idOf('student')}`);
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await expect(requests.form.getByText(/Marina vê o seu e-mail/)).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await requests.form.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  const number = requests.form.getByLabel('WhatsApp (opcional)');
  await expect(number).toBeFocused();
  await number.fill('319');
  await number.press('Enter');
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await shoot(page, 'request-whatsapp');
  await number.fill('(31) 98888-7777');
  await doubleTap(requests.form.getByRole('button', { name: 'Salvar número' }));
  await expect(requests.form.getByText(/Número salvo/)).toBeVisible();
  await requests.fill('Forró', '');
  await requests.send();
  await context.setOffline(false);
  await expect
    .poll(() => product.sql(`select whatsapp from public.user_profiles where id = ${idOf('student')}`))
    .toEqual([{ whatsapp: '+5531988887777' }]);
  await expect
    .poll(() => requestsOf(product, PEOPLE.student.email))
    .toContainEqual(expect.objectContaining({ style: 'Forró', status: 'Pendente' }));
});

test.describe('with confirmations', () => {
  const confirming = test.extend<{ product: Product }>({
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

  confirming(
    'the link in the mail, opened in another tab, leads to the filled request',
    { tag: '@full' },
    async ({ page, product, context }) => {
      const requests = new RequestPages(page);
      const account = new AccountPages(page);
      await page.goto('/student/requests/new?professor=marina-couto');
      await requests.fill('Forró', 'Confirmo e já volto.');
      await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
      await requests.main.getByRole('link', { name: 'Cadastrar' }).click();
      const email = await account.fillRegistration('student', newEmail());
      await account.commit();
      await expect(account.main.getByText(email)).toBeVisible();

      const other = await context.newPage();
      await new AccountPages(other).confirmEmail(await linkTo(product, email));
      const there = new RequestPages(other);
      await expect(there.message).toHaveValue('Confirmo e já volto.');
      // The tab that waited follows, with the same request: sent from both, it is one.
      await expect(requests.message).toHaveValue('Confirmo e já volto.');
      await there.send();
      await expect.poll(() => requestsOf(product, email)).toHaveLength(1);
      await expect(requests.message).toHaveValue('');
    },
  );

  confirming(
    'the link in the mail, opened in another browser, leads to the filled request too',
    async ({ page, product, browser }) => {
      const requests = new RequestPages(page);
      const account = new AccountPages(page);
      await page.goto('/student/requests/new?professor=marina-couto');
      await requests.fill('Forró', 'Escrito no navegador do aplicativo.');
      await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
      await requests.main.getByRole('link', { name: 'Cadastrar' }).click();
      const email = await account.fillRegistration('student', newEmail());
      await account.commit();
      await expect(account.main.getByText(email)).toBeVisible();

      const elsewhere = await browser.newContext({ baseURL: product.url });
      const other = await elsewhere.newPage();
      const there = new AccountPages(other);
      await there.confirmEmail(await linkTo(product, email));
      await expect(
        there.main.getByText(/o pedido de aula que você escreveu volta preenchido, e falta só enviar/),
      ).toBeVisible();
      await expectAccessible(other);
      await there.fillLogin(email, 'segredo1');
      const written = new RequestPages(other);
      await expect(
        other.getByRole('heading', { level: 1, name: 'Pedir aula com Marina Couto' }),
      ).toBeVisible();
      await expect(written.message).toHaveValue('Escrito no navegador do aplicativo.');
      await expect(written.form.getByLabel('Segunda')).toBeChecked();
      await written.send();
      await expect.poll(() => requestsOf(product, email)).toHaveLength(1);
      // The account keeps nothing of what it carried, and the first browser has the same request: sent again, it is one.
      await expect
        .poll(() =>
          product.sql(
            `select u.raw_user_meta_data ? 'registration' or i.identity_data ? 'registration' as kept
           from auth.users u join auth.identities i on i.user_id = u.id where u.email = $1`,
            email,
          ),
        )
        .toEqual([{ kept: false }]);
      await page.goto('/login?role=student');
      await account.fillLogin(email, 'segredo1');
      await expect(
        page.getByRole('heading', { level: 1, name: 'Pedir aula com Marina Couto' }),
      ).toBeVisible();
      expect(await requestsOf(product, email)).toHaveLength(1);
      await elsewhere.close();
    },
  );

  confirming(
    'the link of a teacher, opened in another browser, opens the right tab and says what is next',
    async ({ page, product, browser }) => {
      const account = new AccountPages(page);
      await page.goto('/register?role=teacher');
      const email = await account.fillRegistration('teacher', newEmail());
      await account.commit();
      await expect(account.main.getByText(email)).toBeVisible();
      const elsewhere = await browser.newContext({ baseURL: product.url });
      const other = await elsewhere.newPage();
      const there = new AccountPages(other);
      await there.confirmEmail(await linkTo(product, email));
      await expect(there.main.getByText(/^E-mail confirmado\. .*complete seu perfil/)).toBeVisible();
      await expect(there.tab('Professor')).toHaveAttribute('aria-selected', 'true');
      await there.fillLogin(email, 'segredo1');
      await expect(other).toHaveURL(/\/teacher\/home$/);
      await elsewhere.close();
    },
  );
});
