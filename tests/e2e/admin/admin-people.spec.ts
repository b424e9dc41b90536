import { readFile } from 'node:fs/promises';
import { AdminPages } from '../pages/admin-pages';
import { addTeacher, setActive } from '../support/people';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test('[A006, B016, B017, D038] an administrator approves, features and takes off teachers, one or many, and takes it back', async ({
  page,
  product,
  browser,
}) => {
  const id = await addTeacher(product, { name: 'Zulmira Teste', city: 'Vitória' });
  await addTeacher(product, { name: 'Zuleica Teste', city: 'Vitória' });
  await setActive(product, 'Zulmira Teste', false);
  const visitorContext = await browser.newContext({ baseURL: product.url });
  const visitor = await visitorContext.newPage();
  await visitor.goto('/search?name=zulmira');
  await expect(visitor.getByText('Nenhum professor encontrado').first()).toBeVisible();

  const admin = new AdminPages(page);
  await admin.enter('/admin/teachers');
  await page.getByLabel('Nome ou e-mail').fill('zul');
  await expect(page).toHaveURL(/[?&]q=zul/);
  await expect(admin.list('Lista de professores').getByText('2 professores')).toBeVisible();
  await admin.expectSound();

  await page.getByRole('button', { name: 'Aprovar: Zulmira Teste' }).click();
  await expect(admin.dialog).toContainText('Aprovar Zulmira Teste?');
  await admin.expectSound();
  await admin.confirm('Aprovar');
  await admin.told('Zulmira Teste: perfil aprovado');
  await expect(page.getByRole('button', { name: 'Desativar: Zulmira Teste' })).toBeVisible();
  const state = () =>
    product.sql('select is_active, is_featured from public.teachers where id = $1', id).then(([row]) => row);
  expect(await state()).toEqual({ is_active: true, is_featured: false });
  // The visitor's page updates without a reload.
  await expect(visitor.getByRole('heading', { name: 'Zulmira Teste' }).first()).toBeVisible();

  await page.getByLabel('Escolher todos desta página').check();
  const bulk = page.getByRole('toolbar', { name: 'Ações para os escolhidos' });
  await expect(bulk).toContainText('2 escolhidos');
  await admin.expectSound();
  await bulk.getByRole('button', { name: 'Destacar', exact: true }).click();
  await admin.confirm('Destacar');
  await admin.told('2 professores: em destaque');
  expect(await state()).toEqual({ is_active: true, is_featured: true });
  await admin.undo();
  await expect.poll(state).toEqual({ is_active: true, is_featured: false });

  await page.getByRole('link', { name: 'Zulmira Teste' }).click();
  await expect(page).toHaveURL(`/admin/teachers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Zulmira Teste' })).toBeVisible();
  await admin.list('Verificação').locator('summary').click();
  await page.getByRole('checkbox', { name: 'Identidade' }).check();
  await page.getByRole('checkbox', { name: 'WhatsApp' }).check();
  await page.getByLabel('Anotação (opcional)').fill('Documento visto por vídeo.');
  await page.getByRole('button', { name: 'Anotar verificação' }).click();
  await admin.told('Verificação anotada');
  const checks = admin.list('Verificação');
  await expect(checks).toContainText('WhatsApp');
  await expect(checks).toContainText('Documento visto por vídeo.');
  await expect(checks).toContainText('Equipe Danceflix');
  await expect(admin.list('Histórico da equipe')).toContainText('ativo: não → sim');
  await admin.expectSound();
  await page.getByRole('button', { name: 'Desativar', exact: true }).click();
  await admin.confirm('Desativar');
  await expect(page.getByText('Desativado', { exact: true })).toBeVisible();
  await expect(visitor.getByText('Nenhum professor encontrado').first()).toBeVisible();
  await visitorContext.close();

  await admin.open('/admin/audit', 'Auditoria');
  await expect(admin.card('Zulmira Teste').first()).toContainText('Equipe Danceflix');
  await admin.expectSound();
});

test('[B018, B019, B021, D141, D142, D143, D144, D145] students are ranked and listed, lists export, and addresses are made', {
  tag: '@full',
}, async ({ page, product }) => {
  await product.sql(
    `update public.teachers set slug = null where id in
       (select id from public.user_profiles where name = 'Marina Couto')`,
  );
  await product.sql(
    `insert into public.notifications (user_id, kind, title, body)
     select id, 'team.note', 'Bom dia, equipe', 'Um aviso para a administração.'
       from public.user_profiles where role = 'admin'`,
  );
  const admin = new AdminPages(page);
  await admin.enter('/admin/students');
  const ranking = admin.list('Ranking de alunos');
  await expect(ranking.getByText(/^\d+ alunos? com pedidos$/)).toBeVisible();
  const expected = await product.sql<{ name: string; accepted: number }>(
    `select p.name, count(*) filter (where r.status = 'Aceito')::int as accepted
       from public.lesson_requests r join public.user_profiles p on p.id = r.student_id
      group by p.name having count(*) filter (where r.status = 'Aceito') > 0 order by 2 desc`,
  );
  const first = admin.card(/./).first();
  await expect(first).toContainText(`Pedidos aceitos${expected[0]?.accepted}`);
  await expect(first).toContainText(/Aulas feitas\d/);
  await page.getByRole('navigation', { name: 'Alunos' }).getByRole('link', { name: 'Lista' }).click();
  await expect(page).toHaveURL('/admin/students/list');
  await page.getByLabel('Nome ou e-mail').fill('CAMILA');
  await expect(admin.card('Camila Duarte')).toContainText('aluno@danceflix.test');
  await expect(admin.list('Lista de alunos').getByText('1 aluno', { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('danceflix-alunos.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"Camila Duarte";"aluno@danceflix.test";"\'+55');
  await page.setViewportSize({ width: 1280, height: 800 });
  const table = page.getByRole('table', { name: 'Lista de alunos' });
  await table.getByRole('button', { name: 'Cadastro' }).click();
  await expect(page).toHaveURL(/sort=-created_at/);
  await expect(table.getByRole('columnheader', { name: 'Cadastro' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await admin.settled();
  await admin.expectSound();
  await page.setViewportSize({ width: 360, height: 800 });

  await admin.open('/admin/migrate-slugs', 'Migrar URLs');
  await expect(admin.card('Marina Couto')).toBeVisible();
  await expect(admin.card('Otoniel Braga Cruz')).toBeVisible();
  await page.getByRole('button', { name: 'Criar endereços' }).click();
  await expect(page.getByText('2 de 2 endereços criados.')).toBeVisible();
  await expect(page.getByText('Todos têm endereço')).toBeVisible();
  expect(await product.sql('select 1 from public.teachers where slug is null')).toEqual([]);

  await page.getByRole('link', { name: 'Notificações, 1 não lida' }).click();
  await expect(page).toHaveURL('/admin/notifications');
  await expect(page.getByText('Bom dia, equipe')).toBeVisible();
});

test('requests, evaluations and recommendations are listed, filtered, searched and exported', {
  tag: '@full',
}, async ({ page, product }) => {
  await product.sql(
    `insert into public.student_leads (id, nome, cidade, estilo_danca, objetivos)
     values (gen_random_uuid(), 'Quem Procura', 'Vitória', 'Frevo', 'Dançar no carnaval')`,
  );
  await product.sql(
    `update public.lesson_evaluations set hidden_at = now() where id = (
       select id from public.lesson_evaluations where not _deleted and is_anonymous order by id limit 1)`,
  );
  const number = async (what: string) =>
    (await product.sql<{ n: number }>(`select count(*)::int as n from public.${what}`))[0]?.n ?? 0;
  const admin = new AdminPages(page);
  await admin.enter('/admin');

  await admin.list('Mais ferramentas').getByRole('link', { name: 'Pedidos de aula' }).click();
  const requests = admin.list('Lista de pedidos');
  await expect(requests.getByText(`${await number('lesson_requests')} pedidos`)).toBeVisible();
  await admin.expectSound();
  await shoot(page, 'admin-requests');
  await page.goto('/admin/requests?status=Aceito');
  const accepted = await number(`lesson_requests where status = 'Aceito'`);
  await expect(requests.getByText(accepted === 1 ? '1 pedido' : `${accepted} pedidos`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Exportar/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(accepted + 1);

  await admin.open('/admin/evaluations', 'Avaliações');
  const evaluations = admin.list('Lista de avaliações');
  await expect(
    evaluations.getByText(`${await number('lesson_evaluations where not _deleted')} avaliações`),
  ).toBeVisible();
  await admin.expectSound();
  await shoot(page, 'admin-evaluations');
  await page.goto('/admin/evaluations?is_hidden=true');
  await expect(evaluations.getByText('1 avaliação')).toBeVisible();
  await expect(evaluations.getByRole('list').getByText('Escondida', { exact: true })).toBeVisible();

  await admin.open('/admin/leads', 'Indicações');
  await page.getByLabel('Nome, cidade ou estilo').fill('procura');
  await expect(page).toHaveURL(/[?&]q=procura/);
  const leads = admin.list('Lista de indicações');
  await expect(leads.getByText('1 indicação')).toBeVisible();
  await expect(leads.getByRole('list').getByText('Sem professor na cidade', { exact: true })).toBeVisible();
  await expect(leads.getByText('Dançar no carnaval')).toBeVisible();
  await admin.expectSound();
  await shoot(page, 'admin-leads');
});
