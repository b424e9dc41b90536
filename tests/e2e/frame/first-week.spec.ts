/**
 * The first week of a city: nobody is here, the team invites a teacher of Recife, who registers from the link, is
 * approved and opens the city; a student of Olinda finds her near by and asks before having an account.
 */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { TEST_LIMIT } from '../../support/limits';
import { AccountPages, newEmail } from '../pages/account-pages';
import { AdminPages } from '../pages/admin-pages';
import { RequestPages } from '../pages/request-pages';
import { pickName } from '../support/pick-name';
import { Product } from '../support/product';
import { shoot } from '../support/shoot';
import { expect, changingTest as withScreens } from '../support/test';

const test = withScreens.extend<{ product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const product = await Product.start('none', { prerendered: true });
      await use(product);
      await product.close();
    },
    { scope: 'test', timeout: TEST_LIMIT },
  ],
});
test.use({ serviceWorkers: 'allow' });

const PASSWORD = 'segredo1';
const LANDING = '/aulas/forro/recife';

test('a teacher of Recife is invited, opens the city, and a student of Olinda reaches her with a request', {
  tag: '@worker',
}, async ({ page, product, browser, context, request }) => {
  const phone = async () => {
    const held = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 360, height: 740 },
      locale: 'pt-BR',
    });
    return held.newPage();
  };
  const sitemap = async () => (await request.get(`${product.url}/sitemap.xml`)).text();
  expect(await sitemap()).not.toContain(LANDING);

  // The team.
  const desk = await phone();
  const boss = new AccountPages(desk);
  const bossEmail = await boss.register('student');
  await boss.leave();
  await product.sql(`update public.user_profiles set role = 'admin' where email = $1`, bossEmail);
  const admin = new AdminPages(desk);
  await admin.enter('/admin/invitations', { email: bossEmail, password: PASSWORD });
  await desk.getByRole('button', { name: 'Convidar professor' }).click();
  await admin.dialog.getByLabel('Nome').fill('Dora Veras');
  await admin.dialog.getByLabel('WhatsApp').fill('81 99999-0000');
  await pickName(admin.dialog.getByRole('combobox', { name: /^Cidade/ }), 'Recife');
  await admin.dialog.getByLabel('Forró', { exact: true }).check();
  await admin.confirm('Salvar');
  await admin.told('Convite de Dora Veras criado');
  const link = await admin
    .card('Dora Veras')
    .getByRole('link', { name: /^Avisar pelo WhatsApp/ })
    .getAttribute('href');
  const address = /\/convite\/[0-9a-f]{32}/.exec(decodeURIComponent(link ?? ''))?.[0] ?? '';

  // The teacher.
  const studio = await phone();
  const teacher = new AccountPages(studio);
  await studio.goto(address);
  await expect(studio.getByRole('heading', { level: 1, name: 'Olá, Dora Veras!' })).toBeVisible();
  await studio.getByRole('button', { name: 'Criar meu perfil de professor' }).click();
  await expect(teacher.name).toHaveValue('Dora Veras');
  await expect(teacher.city).toHaveValue('Recife');
  await expect(teacher.styles.getByLabel('Forró', { exact: true })).toBeChecked();
  await teacher.email.fill(newEmail());
  await teacher.password.fill(PASSWORD);
  await teacher.terms.check();
  await teacher.commit();
  await expect(studio).toHaveURL(/\/teacher\/home$/);
  await expect(studio.getByText('Em análise')).toBeVisible();
  expect(await sitemap()).not.toContain(LANDING);

  // Approved, which opens the city.
  await admin.open('/admin/teachers', 'Professores');
  await desk.getByRole('button', { name: 'Aprovar: Dora Veras' }).click();
  await admin.dialog.getByRole('checkbox', { name: 'Identidade' }).check();
  await admin.confirm('Aprovar');
  await admin.told('Dora Veras: perfil aprovado');
  await admin.open('/admin/invitations', 'Convites');
  await expect(admin.card('Dora Veras').getByText('Aprovado', { exact: true })).toBeVisible();
  expect(await product.sql(`select active from public.cities where name = 'Recife'`)).toEqual([
    { active: true },
  ]);
  expect(await sitemap()).toContain(`<loc>${product.url}${LANDING}</loc>`);

  // The student, without an account.
  const requests = new RequestPages(page);
  const student = new AccountPages(page);
  await page.goto('/search?style=Forr%C3%B3&city=Olinda');
  await expect(
    page.getByRole('heading', { name: 'Ainda não há professor de Forró em Olinda' }),
  ).toBeVisible();
  const near = page.getByRole('region', { name: 'Perto de Olinda' });
  await expect(near.getByRole('article').filter({ hasText: 'Dora Veras' })).toContainText(
    /A cerca de [4-7] km, no Recife|A cerca de [4-7] km, em Recife/,
  );
  await expectAccessible(page);
  await shoot(page, 'first-week-near');
  await near.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dora Veras' })).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await requests.ask.first().click();
  await requests.fill('Forró', 'Moro em Olinda e nunca dancei.');
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Para pedir aula com Dora, crie sua conta' }),
  ).toBeVisible();
  await context.setOffline(false);
  await requests.main.getByRole('link', { name: 'Cadastrar' }).click();
  await student.name.fill('Ana Lima');
  await student.email.fill(newEmail());
  await pickName(student.city, 'Olinda');
  await student.password.fill(PASSWORD);
  await student.terms.check();
  await student.commit();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedir aula com Dora Veras' })).toBeVisible();
  await expect(requests.message).toHaveValue('Moro em Olinda e nunca dancei.');
  await requests.send();

  // It arrives as written.
  await expect
    .poll(() => product.sql('select message, preferred_days, preferred_times from public.lesson_requests'))
    .toEqual([
      { message: 'Moro em Olinda e nunca dancei.', preferred_days: ['segunda'], preferred_times: ['noite'] },
    ]);
  const received = new RequestPages(studio);
  await received.open('teacher');
  await received.choose('Ana Lima');
  await expect(received.main.getByText('Moro em Olinda e nunca dancei.')).toBeVisible();
  for (const one of [desk, studio]) await one.context().close();
});
