import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/** The acceptance of the demo's newest Bolero request, with one confirmed lesson in a week. */
const AGREE = `with request as (
    insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
    values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
      (select id from public.dance_styles where name = 'Bolero')) returning id)
  select id from request`;
const confirm = (request: string) => `insert into public.lessons (id, request_id)
  values ('4f5a0f0c-0000-4000-8000-000000000001', '${request}')`;
const AGREED = `update public.lessons set status = 'confirmed', agreed_at = now(), zone = 'America/Sao_Paulo', minutes = 60,
  price_cents = 12000, starts_local = date_trunc('minute', now() + interval '7 days') at time zone 'America/Sao_Paulo',
  starts_at = date_trunc('minute', now() + interval '7 days') where id = '4f5a0f0c-0000-4000-8000-000000000001'`;

test('a teacher stores a Pix key without a connection; the student sees the payee before the code, offline too', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  const [request] = await product.sql<{ id: string }>(AGREE);
  const id = request?.id ?? '';
  await product.sql(`update public.lesson_requests set status = 'Aceito' where id = '${id}'`);
  await product.sql(confirm(id));
  await product.sql(AGREED);

  const own = new OwnPages(page);
  await own.enter('teacher');
  await page.goto('/teacher/configurations');
  const form = page.getByRole('form', { name: 'Chave Pix' });
  await expect(form).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Salvar chave' }).click();
  await expect(form.getByText(/Use CPF, CNPJ/)).toBeVisible();
  await form.getByLabel('Chave', { exact: true }).fill('529.982.247-25');
  await form.getByLabel('Nome de quem recebe').fill('Marina Couto Conceição');
  await expect(form.getByText('No código: Marina Couto Conceicao')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'pix-key');
  await doubleTap(form.getByRole('button', { name: 'Salvar chave' }));
  await expect(page.getByText(/^Salvo no aparelho/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Chave Pix' })).toBeFocused();
  await expect(form.getByLabel('Chave', { exact: true })).toHaveValue('52998224725');
  await context.setOffline(false);
  await expect
    .poll(() => product.sql('select pix_key, pix_name from public.payment_keys'))
    .toEqual([{ pix_key: '52998224725', pix_name: 'Marina Couto Conceicao' }]);

  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  await new OwnPages(theirs).enter('student');
  await theirs.goto(`/student/requests/${id}`);
  const pix = theirs.getByRole('region', { name: 'Pagar com Pix' });
  await expect(pix).toContainText('Marina Couto Conceicao');
  await expect(pix).toContainText('R$ 120,00');
  await expect(pix).toContainText('Nunca pague um pacote antes da primeira aula.');
  await readyForOffline(theirs);
  await other.setOffline(true);
  await theirs.reload();
  await expect(pix).toContainText('***.982.247-**');
  await expectAccessible(theirs);
  await other.grantPermissions(['clipboard-read', 'clipboard-write']);
  await pix.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(pix).toContainText('Código copiado');
  const code = await theirs.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*52998224725.*5406120\.00.*6304[0-9A-F]{4}$/);
  await pix.getByRole('button', { name: 'Mostrar código QR' }).click();
  await expect(pix.getByRole('img', { name: /Código QR do Pix para Marina/ })).toBeVisible();
  await expectAccessible(theirs);
  await shoot(theirs, 'pix-payment');
  // A browser that refuses the clipboard shows the same code to select.
  await theirs.evaluate(() =>
    Object.assign(navigator.clipboard, {
      writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    }),
  );
  await pix.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(pix.getByText(code, { exact: true })).toBeVisible();
  await other.setOffline(false);

  // The key is taken away again, from the student's phone too.
  await form.getByRole('button', { name: 'Remover chave' }).click();
  await expect(pix).toHaveCount(0);
  await other.close();
});
