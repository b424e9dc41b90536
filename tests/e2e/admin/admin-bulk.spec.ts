import { AdminPages } from '../pages/admin-pages';
import { OwnPages } from '../pages/own-pages';
import { addStudents } from '../support/people';
import { expect, changingTest as test } from '../support/test';

test('[B028, B041] a message is written, previewed, counted, confirmed and arrives in the inboxes', async ({
  page,
  product,
  browser,
  context,
}) => {
  const admin = new AdminPages(page);
  await admin.enter();
  await admin.menu.click();
  await page.getByRole('link', { name: 'Notificações', exact: true }).last().click();
  await expect(page).toHaveURL('/admin/bulk-notifications');
  await expect(page.getByText('Nenhum envio ainda')).toBeVisible();
  await expect(
    page.getByText(/^\d+ pessoas: \d+ alunos, \d+ professores, 1 da administração\.$/),
  ).toBeVisible();
  await admin.expectSound();

  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByLabel('Título', { exact: true })).toBeFocused();
  await page.getByLabel('Título', { exact: true }).fill('Baile da Lua no sábado');
  await page.getByLabel('Texto', { exact: true }).fill('Às 20h, no salão de sempre.\nVenha dançar!');
  await page.getByLabel('Link (opcional)').fill('/nao-existe');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByLabel('Link (opcional)')).toHaveAccessibleDescription(
    /Este site não tem esta página/,
  );
  await page.getByLabel('Link (opcional)').fill(`${product.url}/comunidade/eventos`);
  const preview = admin.list('Prévia');
  await expect(preview.getByText('Baile da Lua no sábado')).toHaveCount(2);
  await expect(preview.getByText('Abrir')).toBeVisible();
  await page.getByLabel('Para quem').selectOption('Alunos');
  await expect(page.getByText(/^\d+ (pessoa|pessoas): \d+ (aluno|alunos)\.$/)).toBeVisible();

  await context.setOffline(true);
  await expect(
    page.getByText(/Sem conexão: nada pode ser alterado agora.*Nada é enviado, nem em parte.*digitou fica/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar mensagem' })).toBeDisabled();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Baile da Lua no sábado');
  await expect(page.getByLabel('Para quem')).toHaveValue('student');

  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(admin.dialog).toContainText(/Enviar para \d+ pessoas?\?/);
  await expect(admin.dialog).toContainText('Alunos');
  await admin.expectSound();
  // The response is lost, not the request: repeating makes no second sending.
  await page.route(
    '**/rest/v1/rpc/admin_start_bulk',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await admin.confirm('Enviar agora');
  await expect(admin.dialog.getByRole('status')).not.toBeEmpty();
  await admin.confirm('Enviar agora');
  await expect(page).toHaveURL(/\?envio=[0-9a-f-]{36}$/);
  const progress = admin.list('Andamento');
  await expect(progress).toBeInViewport();
  await expect(progress.getByText('Enviado', { exact: true })).toBeVisible();
  await expect(admin.list('Resultado por pessoa')).toContainText('Na caixa de entrada');
  await admin.expectSound();
  expect(
    await product.sql(
      `select count(*)::int as n, min(url) as url from public.notifications where title = 'Baile da Lua no sábado'`,
    ),
  ).toEqual([
    {
      n: await product
        .sql<{ n: number }>(
          `select count(*)::int as n from public.user_profiles where role = 'student' and removed_at is null`,
        )
        .then(([row]) => row?.n),
      url: '/comunidade/eventos',
    },
  ]);

  await page.getByRole('link', { name: 'Todos os envios' }).click();
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('');
  await expect(admin.card('Baile da Lua no sábado')).toContainText('Enviado');
  await page.getByLabel('Título', { exact: true }).fill('Baile da Lua no sábado');
  await page.getByLabel('Texto', { exact: true }).fill('Às 20h, no salão de sempre.\nVenha dançar!');
  await page.getByLabel('Link (opcional)').fill('/comunidade/eventos');
  await page.getByLabel('Para quem').selectOption('Alunos');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(admin.dialog).toContainText('já receberam esta mesma mensagem desde ontem');
  await expect(admin.dialog.getByRole('button', { name: 'Enviar agora' })).toBeDisabled();
  await admin.confirm('Voltar');

  const phone = await browser.newContext({ baseURL: product.url });
  const student = await phone.newPage();
  await new OwnPages(student).enter('student');
  await student.goto('/student/notifications');
  await expect(student.getByRole('heading', { name: 'Baile da Lua no sábado' })).toBeVisible();
  await expect(student.getByRole('link', { name: 'Abrir: Baile da Lua no sábado' })).toHaveAttribute(
    'href',
    '/comunidade/eventos',
  );
  await phone.close();
});

test('[B028] a sending stops, resumes, survives a reload and a second tab, and notifies no person twice', {
  tag: '@full',
}, async ({ page, product, context }) => {
  await addStudents(product, 450);
  // The server's own timer, every ten seconds, would send everything at once.
  await product.sql('alter function public.send_bulk_notifications(integer) rename to bulk_away');
  // Each step is slow enough for a person to stop it.
  await context.route('**/rest/v1/rpc/admin_step_bulk', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => undefined);
  });
  const admin = new AdminPages(page);
  await admin.enter('/admin/bulk-notifications');
  await page.getByLabel('Para quem').selectOption('Alunos');
  await page.getByLabel('Título', { exact: true }).fill('Aviso para muita gente');
  await page.getByLabel('Texto', { exact: true }).fill('Um texto qualquer.');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await admin.confirm('Enviar agora');
  await expect(page.getByText(/^100 de \d+ receberam/)).toBeVisible();
  await context.setOffline(true);
  await expect(admin.list('Andamento')).toContainText('Sem conexão: o servidor continua sozinho');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Parar envio' }).click();
  await admin.told('Envio parado');
  await expect(admin.list('Andamento')).toContainText('Ninguém mais recebe até o envio continuar.');
  await admin.expectSound();
  const state = () =>
    product
      .sql<{ state: string; sent: number; total: number }>(
        'select state, sent, total from public.bulk_notifications',
      )
      .then(([row]) => row);
  const stopped = await state();
  expect(stopped?.state).toBe('stopped');
  expect(stopped?.sent).toBeLessThan(stopped?.total ?? 0);

  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Continuar envio' }).click();
  await page.reload();
  await expect(page.getByText(/^[1-4]\d\d de \d+ receberam/)).toBeVisible();
  await page.reload();
  for (const tab of [page, second]) {
    await expect(tab.getByRole('region', { name: 'Andamento' })).toContainText(/(\d+) de \1 receberam/);
  }
  expect(await state()).toMatchObject({ state: 'done', sent: stopped?.total });
  expect(
    await product.sql(
      `select times, count(*)::int as people from (
         select count(*)::int as times from public.notifications where title = 'Aviso para muita gente' group by user_id) n
       group by 1`,
    ),
  ).toEqual([{ times: 1, people: stopped?.total }]);
});
