import { readFile } from 'node:fs/promises';
import { AdminPages } from '../pages/admin-pages';
import { idOf } from '../pages/own-pages';
import { pickName } from '../support/pick-name';
import { storedSession } from '../support/session';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test('[B022, B023, B024, B025] cities, styles, events and steps are created, changed and taken away, and phones follow', async ({
  page,
  product,
  browser,
}) => {
  const visitorContext = await browser.newContext({ baseURL: product.url });
  const visitor = await visitorContext.newPage();
  const admin = new AdminPages(page);
  await admin.enter('/admin/cities');

  await page.getByRole('button', { name: 'Nova cidade' }).click();
  await admin.dialog.getByLabel('Nome').fill('Vila dos Forrós');
  await page.keyboard.press('Escape');
  await expect(admin.dialog).toContainText('Há mudanças que não foram salvas.');
  await admin.expectSound();
  await admin.confirm('Salvar');
  await admin.told('Cidade salva');
  await admin.search('Nome', 'vila dos forr');
  await expect(admin.card('Vila dos Forrós')).toContainText('Ativa');
  await page.getByRole('button', { name: 'Nova cidade' }).click();
  await admin.dialog.getByLabel('Nome').fill('VILA DOS FORRÓS');
  await admin.confirm('Salvar');
  await expect(admin.toasts.filter({ hasText: 'Já existe um registro' })).toBeVisible();
  await admin.confirm('Voltar');
  await admin.confirm('Descartar mudanças');
  await page.getByRole('button', { name: 'Editar: Vila dos Forrós' }).click();
  await admin.dialog.getByLabel('Nome').fill('Vila dos Forrós do Norte');
  await admin.confirm('Salvar');
  await expect(admin.card('Vila dos Forrós do Norte')).toBeVisible();
  await page.getByRole('button', { name: 'Desativar: Vila dos Forrós do Norte' }).click();
  await expect(admin.card('Vila dos Forrós do Norte')).toContainText('Desativada');
  await admin.undo();
  await expect(admin.card('Vila dos Forrós do Norte')).toContainText('Ativa');

  await admin.open('/admin/dance-styles', 'Estilos de Dança');
  await page.getByRole('button', { name: 'Novo estilo' }).click();
  await admin.dialog.getByLabel('Nome').fill('Coco de Roda');
  await admin.confirm('Salvar');
  await admin.told('Estilo salvo');
  expect(await product.sql(`select active from public.dance_styles where name = 'Coco de Roda'`)).toEqual([
    { active: true },
  ]);

  await admin.open('/admin/eventos', 'Eventos');
  await page.getByRole('button', { name: 'Novo evento' }).click();
  await admin.confirm('Salvar');
  await expect(admin.dialog.getByLabel('Título')).toBeFocused();
  await admin.dialog.getByLabel('Título').fill('Baile da Lua Cheia');
  await pickName(admin.dialog.getByRole('combobox', { name: 'Cidade' }), 'Vitória');
  await admin.dialog.getByLabel('Começa').fill('2031-05-10T20:00');
  await admin.dialog.getByRole('checkbox', { name: 'Zouk', exact: true }).check();
  await admin.expectSound();
  await admin.confirm('Salvar');
  await admin.told('Evento salvo');
  await expect(admin.card('Baile da Lua Cheia')).toContainText('10/05/2031, 20:00');
  await visitor.goto('/comunidade/eventos');
  await expect(visitor.getByText('Baile da Lua Cheia').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remover: Baile da Lua Cheia' }).click();
  await admin.confirm('Remover');
  await admin.told('Evento removido');
  await expect(visitor.getByText('Baile da Lua Cheia')).toHaveCount(0);
  await visitorContext.close();

  await admin.open('/admin/steps', 'Passos de Dança');
  await page.getByRole('button', { name: 'Novo passo' }).click();
  await admin.dialog.getByLabel('Nome').fill('Giro do teste');
  await pickName(admin.dialog.getByRole('combobox', { name: 'Estilo' }), 'Forró');
  await admin.dialog.getByLabel('Descrição').fill('Um giro que só existe no teste.');
  await admin.dialog.getByLabel('Vídeo (opcional)').fill('https://exemplo.com/video');
  await admin.confirm('Salvar');
  await expect(admin.dialog.getByLabel('Vídeo (opcional)')).toHaveAccessibleDescription(
    /URL inválida\. Use URLs do YouTube ou Instagram/,
  );
  await admin.dialog.getByLabel('Vídeo (opcional)').fill('https://youtu.be/abcdefghijk');
  await admin.confirm('Salvar');
  await admin.told('Passo salvo');
  await admin.search('Nome do passo', 'giro do teste');
  await expect(admin.card('Giro do teste')).toContainText('Publicado');
  await admin.expectSound();
});

test('[B027, D095, D135, D146, D147, D148] reports are decided, settings set, and test data made and removed', {
  tag: '@full',
}, async ({ page, product }) => {
  const posts = await product.sql<{ id: string }>(
    `select id from public.posts where removed_at is null order by created_at desc limit 1`,
  );
  const post = posts[0]?.id ?? '';
  await product.sql(
    `insert into public.reports (id, reporter_id, what, target_id, reason, details)
     select gen_random_uuid(), id, 'post', $1, 'spam', 'Isto é propaganda.'
       from public.user_profiles where email = 'aluno@danceflix.test'`,
    post,
  );
  await product.sql(
    `insert into public.reports (id, what, target_id, reason, details, is_set_aside)
     values (gen_random_uuid(), 'profile', ${idOf('teacher')}, 'spam', 'Uma de muitas.', true)`,
  );
  const admin = new AdminPages(page);
  // The names set aside have their own line, which leads to them alone.
  await admin.enter('/admin');
  await page.getByRole('link', { name: '1 denúncia à parte espera Dar uma olhada' }).click();
  await expect(admin.card('Uma de muitas.')).toContainText('À parte');
  await expect(admin.card('Isto é propaganda.')).toHaveCount(0);
  await expect(page.getByText('1 denúncia', { exact: true })).toBeVisible();
  await admin.expectSound();
  await shoot(page, 'admin-reports-aside');
  await admin.open('/admin', 'Dashboard');
  await page.getByRole('link', { name: /^\d+ denúncias? esperam? Ver e decidir$/ }).click();
  await expect(admin.card('Isto é propaganda.')).toBeVisible();
  await expect(admin.card('Uma de muitas.')).toHaveCount(0);
  await admin.open('/admin/reports', 'Denúncias');
  await expect(admin.card('Isto é propaganda.')).toContainText('Aberta');
  await page.getByRole('button', { name: /^Remover: Recado de / }).click();
  await expect(admin.dialog).toContainText('A publicação sai do Mural de todos os aparelhos.');
  await admin.dialog.getByLabel('Motivo, para quem escreveu (opcional)').fill('Propaganda não cabe aqui.');
  await admin.expectSound();
  await admin.confirm('Remover');
  await expect(admin.card('Isto é propaganda.')).toContainText('Removido');
  expect(await product.sql('select removed_by from public.posts where id = $1', post)).toEqual([
    { removed_by: 'team' },
  ]);
  await admin.expectSound();

  await admin.open('/admin/settings', 'Configurações');
  await page.getByLabel('Buscar professor').fill('dandara');
  await page.getByRole('button', { name: /^Escolher Dandara/ }).click();
  await admin.told(/^Professor padrão: Dandara/);
  await admin.untold();
  expect(
    await product.sql(
      `select p.name from public.app_settings s join public.user_profiles p on p.id::text = s.value #>> '{}'
        where s.key = 'default_teacher_id'`,
    ),
  ).toEqual([{ name: expect.stringMatching(/^Dandara/) }]);
  await page.getByLabel('Avaliações por pessoa, por dia').fill('muitas');
  await page.getByRole('button', { name: 'Salvar limites' }).click();
  await expect(page.getByLabel('Avaliações por pessoa, por dia')).toHaveAccessibleDescription(
    /Digite um número/,
  );
  await page.getByLabel('Avaliações por pessoa, por dia').fill('12');
  await page.getByRole('button', { name: 'Salvar limites' }).click();
  await admin.told('Limites salvos');

  await product.sql(`update public.app_settings set value = 'false' where key = 'test_data_allowed'`);
  await admin.open('/admin/test-data', 'Dados de Teste');
  await expect(page.getByText('Este servidor não permite dados de teste')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Criar dados de teste' })).toHaveCount(0);
  const session = await storedSession(page);
  const refused = await page.request.post(`${product.url}/rest/v1/rpc/admin_create_test_data`, {
    headers: { apikey: product.publishableKey, authorization: `Bearer ${session?.accessToken}` },
    data: { command_id: crypto.randomUUID(), wanted: { teachers: 1 } },
  });
  expect(refused.status()).toBe(403);
  await product.sql(`update public.app_settings set value = 'true' where key = 'test_data_allowed'`);
  await page.reload();
  const people = () =>
    product
      .sql<{ n: number }>(
        'select count(*)::int as n from public.user_profiles where is_demo and removed_at is null',
      )
      .then(([row]) => row?.n);
  const all = () =>
    product
      .sql<{ n: number }>('select count(*)::int as n from public.user_profiles where removed_at is null')
      .then(([row]) => row?.n);
  const before = await all();
  await page.getByLabel('Professores').fill('3');
  await page.getByRole('button', { name: 'Criar dados de teste' }).click();
  await admin.told('Dados de teste criados');
  await expect(
    page.locator('dl').filter({ hasText: 'Professores' }).getByRole('definition').first(),
  ).toHaveText('3');
  expect(await people()).toBe(8);
  await admin.expectSound();
  await page.getByRole('button', { name: 'Remover dados de teste' }).click();
  await admin.confirm('Remover');
  await admin.told('Dados de teste removidos');
  expect(await people()).toBe(0);
  expect(await all()).toBe(before);
});

test('[B029, B030, B031, B032] an article is written, survives a crash, is previewed, scheduled and published', async ({
  page,
  product,
}) => {
  const admin = new AdminPages(page);
  await admin.enter('/admin/blog/categories');
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await admin.dialog.getByLabel('Nome').fill('Notas da Equipe');
  await admin.confirm('Salvar');
  await admin.told('Categoria salva');
  await expect(admin.card('Notas da Equipe')).toContainText('notas-da-equipe');

  await admin.open('/admin/blog/new', 'Novo artigo');
  const editor = page.getByRole('textbox', { name: 'Texto do artigo' });
  await page.getByLabel('Título', { exact: true }).fill('Como a lua mexe com o baile');
  await editor.click();
  await editor.pressSequentially('Um parágrafo inteiro.');
  await expect(page.getByText('Há mudanças que só estão neste aparelho.')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Um parágrafo inteiro.')))
    .toBe(true);
  await page.reload();
  await expect(editor).toContainText('Um parágrafo inteiro.');
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Como a lua mexe com o baile');
  await expect(page.getByText(/^Este texto estava neste aparelho desde/)).toBeVisible();
  await admin.expectSound();

  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page.getByLabel('Resumo')).toHaveAccessibleDescription(/pelo menos 10 letras/);
  await page.getByLabel('Categoria').selectOption('Notas da Equipe');
  await page.getByLabel('Resumo').fill('A lua cheia enche o salão, e há quem jure que muda o ritmo.');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Negrito' }).click();
  const address = page.getByRole('dialog', { name: 'Colocar link' }).getByRole('textbox');
  await page.getByRole('button', { name: 'Colocar link' }).click();
  await expect(address).toBeFocused();
  await page.goBack();
  await expect(address).toBeHidden();
  await page.getByRole('button', { name: 'Imagem', exact: true }).click();
  await admin.dialog.getByLabel('Imagem', { exact: true }).setInputFiles({
    name: 'lua.png',
    mimeType: 'image/png',
    buffer: await readFile('public/icons/icon-192.png'),
  });
  await admin.dialog.getByLabel(/^O que a imagem mostra/).fill('A lua sobre o salão');
  await admin.confirm('Enviar imagem');
  await expect(editor.getByRole('img', { name: 'A lua sobre o salão' })).toBeVisible();
  await page.getByRole('button', { name: 'Ver prévia' }).click();
  const preview = page.getByRole('article');
  await expect(preview.getByRole('img', { name: 'A lua sobre o salão' })).toBeVisible();
  await admin.expectSound();
  await page.getByRole('button', { name: 'Continuar escrevendo' }).click();
  await page.getByLabel(/^Publicar em/).fill('2031-01-01T09:00');
  await page.getByRole('button', { name: 'Agendar' }).click();
  await admin.told('Artigo agendado');
  await expect(page).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Como a lua mexe com o baile');
  await expect(editor).toContainText('Um parágrafo inteiro.');
  const [saved] = await product.sql<{ slug: string; status: string; is_listed: boolean; body: string }>(
    `select slug, status, is_listed, body::text as body from public.blog_posts where title = 'Como a lua mexe com o baile'`,
  );
  expect(saved).toMatchObject({ slug: 'como-a-lua-mexe-com-o-baile', status: 'published', is_listed: false });
  expect(saved?.body).toContain('"src": "/storage/v1/object/public/blog-images/');

  await page.getByLabel(/^Publicar em/).fill('2026-01-05T09:00');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await admin.told('Artigo publicado');
  await page.goto('/blog/como-a-lua-mexe-com-o-baile');
  await expect(page.getByRole('heading', { level: 1, name: 'Como a lua mexe com o baile' })).toBeVisible();
  await expect(page.getByText('Um parágrafo inteiro.')).toBeVisible();

  await admin.open('/admin/blog', 'Blog');
  await admin.search('Título, autor ou endereço', 'lua mexe');
  await expect(admin.card('Como a lua mexe com o baile')).toContainText('Publicado');
  await page.getByRole('button', { name: 'Despublicar: Como a lua mexe com o baile' }).click();
  await expect(admin.card('Como a lua mexe com o baile')).toContainText('Rascunho');
  await admin.expectSound();
});

test('[B031] an article that another person saved meanwhile is not overwritten, and no text is lost', {
  tag: '@full',
}, async ({ page, product }) => {
  const [post] = await product.sql<{ id: string; title: string }>(
    `select id, title from public.blog_posts where status = 'published' order by published_at desc limit 1`,
  );
  const id = post?.id ?? '';
  const admin = new AdminPages(page);
  await admin.enter(`/admin/blog/edit/${id}`);
  const excerpt = page.getByLabel('Resumo');
  await excerpt.fill('Um resumo que só está sendo escrito aqui.');
  await product.sql(
    `update public.blog_posts set excerpt = 'O resumo que a outra pessoa salvou.' where id = $1`,
    id,
  );
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(admin.dialog).toContainText('Outra pessoa salvou este artigo');
  await admin.expectSound();
  await admin.confirm('Ver a versão salva');
  await expect(admin.list('Versão salva por outra pessoa')).toContainText(
    'O resumo que a outra pessoa salvou.',
  );
  await admin.expectSound();
  await page.getByRole('button', { name: 'Voltar ao meu texto' }).click();
  await expect(excerpt).toHaveValue('Um resumo que só está sendo escrito aqui.');
  await page.reload();
  await expect(excerpt).toHaveValue('Um resumo que só está sendo escrito aqui.');
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await admin.confirm('Salvar o meu como rascunho');
  await admin.told('Seu texto foi salvo como rascunho');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(excerpt).toHaveValue('Um resumo que só está sendo escrito aqui.');
  expect(
    await product.sql(
      'select status, excerpt, id = $2 as is_first from public.blog_posts where title = $1 order by 3 desc',
      post?.title,
      id,
    ),
  ).toEqual([
    { status: 'published', excerpt: 'O resumo que a outra pessoa salvou.', is_first: true },
    { status: 'draft', excerpt: 'Um resumo que só está sendo escrito aqui.', is_first: false },
  ]);

  await excerpt.fill('Um resumo escrito depois, sem mais ninguém.');
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await admin.told('Rascunho salvo');
  await excerpt.fill('E logo outra vez, sem recarregar a página.');
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page.getByText('Há mudanças que só estão neste aparelho.')).toHaveCount(0);
  await expect(admin.dialog).toHaveCount(0);
});
