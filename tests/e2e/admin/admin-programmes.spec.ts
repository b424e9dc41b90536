import { AdminPages } from '../pages/admin-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

/** The amounts of the specification's decision 'Crowdfunding sync', and the tier of each. */
const AMOUNTS = [
  ['meio', '0.5', undefined],
  ['um', '1', 'passinho'],
  ['nove', '9', 'passinho'],
  ['dez', '10', 'giro_completo'],
  ['vinte-e-cinco', '25', 'destaque_salao'],
  ['cem', '100', 'brilho_palco'],
] as const;

test('[B020, B213, B238, B240, B241, B242, B247, D122, D123, D126, D127] supporters are added, changed, ended and imported', {
  tag: '@full',
}, async ({ page, product }) => {
  const admin = new AdminPages(page);
  await admin.enter('/admin/supporters');
  const amounts = await admin.list('Lista de apoiadores').getByText(/^R\$/).allInnerTexts();
  const values = amounts.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')));
  expect(values.length).toBeGreaterThan(5);
  expect(values).toEqual([...values].sort((a, b) => b - a));

  await page.getByRole('button', { name: 'Novo apoiador' }).click();
  await admin.confirm('Salvar');
  await expect(admin.dialog.getByLabel('E-mail')).toHaveAccessibleDescription('Preencha este campo.');
  await admin.expectSound();
  await admin.dialog.getByLabel('E-mail').fill('aluno@danceflix.test');
  await admin.dialog.getByLabel(/^Valor por mês/).fill('25,00');
  await admin.confirm('Salvar');
  await admin.told('Apoio salvo');
  const row = (email: string) =>
    product
      .sql(
        'select tier, amount::float as amount, is_active, user_id is not null as linked from public.supporter_tiers where email = $1',
        email,
      )
      .then(([found]) => found);
  expect(await row('aluno@danceflix.test')).toEqual({
    tier: 'destaque_salao',
    amount: 25,
    is_active: true,
    linked: true,
  });

  await page.getByRole('button', { name: 'Editar: aluno@danceflix.test' }).click();
  await admin.dialog.getByLabel('Nível').selectOption('brilho_palco');
  await admin.confirm('Salvar');
  await expect(admin.dialog).toBeHidden();
  await expect.poll(() => row('aluno@danceflix.test')).toMatchObject({ tier: 'brilho_palco' });
  await page.getByRole('button', { name: 'Desativar: aluno@danceflix.test' }).click();
  await admin.confirm('Desativar');
  await admin.told('aluno@danceflix.test: apoio desativado');
  expect(await row('aluno@danceflix.test')).toMatchObject({ is_active: false });
  await admin.undo();
  await expect.poll(() => row('aluno@danceflix.test')).toMatchObject({ is_active: true });

  const file = {
    name: 'apoios.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `email,amount,active\n${AMOUNTS.map(([email, amount]) => `${email}@exemplo.test,${amount},true\n`).join('')}sem-arroba,10,true\n`,
    ),
  };
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  await page.getByLabel('Arquivo CSV da plataforma').setInputFiles(file);
  const preview = admin.dialog.getByRole('region', { name: 'Prévia do arquivo' });
  await expect(preview).toContainText('7 linhas. 5 novos, 0 mudam, 0 ficam como estão, 2 com erro');
  await expect(preview).toContainText('Valor abaixo do menor apoio.');
  expect(await row('dez@exemplo.test')).toBeUndefined();
  await admin.expectSound();
  await admin.confirm('Importar');
  const result = admin.dialog.getByRole('region', { name: 'Resultado da importação' });
  await expect(result).toContainText('5 apoios importados, 0 sem mudança, 2 com erro.');
  await admin.confirm('Fechar');
  for (const [email, , tier] of AMOUNTS) {
    const found = await row(`${email}@exemplo.test`);
    expect(found?.tier).toBe(tier);
    if (found) expect(found.linked).toBe(false);
  }
  const log = admin.list('Últimos registros');
  await expect(log.getByText('5 de 7 linhas importadas', { exact: false }).first()).toBeVisible();
  const logs = await product.sql<{ n: number }>(
    `select count(*)::int as n from public.support_sync_logs where sync_type = 'import_row'`,
  );
  expect(logs[0]?.n).toBe(7);

  // Importing the same file again changes nothing.
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  await page.getByLabel('Arquivo CSV da plataforma').setInputFiles(file);
  await expect(preview).toContainText('0 novos, 0 mudam, 5 ficam como estão');
  await admin.confirm('Importar');
  await expect(result).toContainText('0 apoios importados, 5 sem mudança');
  await admin.confirm('Fechar');

  await page.getByRole('button', { name: 'Desativar: aluno@danceflix.test' }).click();
  await admin.confirm('Desativar');
  await expect.poll(() => row('aluno@danceflix.test')).toMatchObject({ is_active: false });
  const open = await page.context().newPage();
  await open.goto('/apoiadores');
  await expect(open.getByText('Heloísa Prado').first()).toBeVisible();
  await expect(open.getByText('Camila Duarte')).toHaveCount(0);
  await open.close();

  await product.sql(
    `insert into public.support_sync_logs (sync_type, status, message)
     select 'manual', 'success', 'linha ' || n from generate_series(1, 60) n`,
  );
  await page.reload();
  await expect(log.getByText(/^linha 60$/)).toBeVisible();
  await expect(log.getByText(/^linha \d+$/)).toHaveCount(50);
});

test('[B026, B245, D128, D129, D130, D131] the investors page agrees with the database, and its sponsors are written there', {
  tag: '@full',
}, async ({ page, product }) => {
  const admin = new AdminPages(page);
  // The demo people are of this month; the month before is recorded with one of them.
  await product.sql(
    `insert into app.month_facts (month, students, teachers, accepted, lessons_held, supporters, supporters_monthly,
       sponsors, sponsors_monthly, is_reconstructed)
     select (date_trunc('month', now() at time zone 'America/Sao_Paulo') - interval '1 month')::date,
       321, 45, 67, 89, 2, 20, 1, 100, true
     on conflict do nothing`,
  );
  await admin.enter('/admin/investors');
  const figure = async (query: string) => String((await product.sql<{ n: number }>(query))[0]?.n);
  const tile = (label: string) =>
    page.locator('dl').filter({ hasText: label }).getByRole('definition').first();
  const reais = (value: string) =>
    new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', minimumFractionDigits: 0 }).format(
      Number(value),
    );
  const monthly = `(select coalesce(sum(amount), 0) from public.supporter_tiers where is_active)
    + (select coalesce(sum(d.amount), 0) from public.sponsors s join public.sponsor_tier_definitions d on d.tier = s.tier where s.is_active)`;
  await expect(tile('Total por mês')).toHaveText(reais(await figure(`select (${monthly})::float as n`)));
  await expect(tile('Apoiadores')).toHaveText(
    await figure('select count(*)::int as n from public.supporter_tiers where is_active'),
  );
  await expect(tile('Lugares livres')).toHaveText(
    await figure('select sum(slots - sold)::int as n from public.sponsor_tier_definitions'),
  );
  const places = admin.list('Lugares de patrocínio');
  await expect(places.getByRole('listitem').filter({ hasText: 'Bronze' })).toContainText(
    '3 de 5 vendidos, 2 livres',
  );
  await expect(
    admin.list('Apoiadores por nível').getByRole('listitem').filter({ hasText: 'Passinho' }),
  ).toContainText(
    `${await figure(`select count(*)::int as n from public.supporter_tiers where is_active and tier = 'passinho'`)} apoiadores`,
  );
  await page.getByText('Ver números').first().click();
  await expect(page.getByRole('region', { name: 'Números: Total por mês' }).getByRole('row')).toHaveCount(13);
  const numbers = (title: string) => page.getByRole('region', { name: `Números: ${title}` }).getByRole('row');
  await expect(numbers('Total por mês').last()).toContainText('até hoje');
  await page.getByText('Ver números').nth(3).click();
  const held = numbers('Pedidos aceitos e aulas dadas');
  const former = await product.sql<{ row: string }>(
    `select to_char(month, 'MM/YYYY') || case when is_reconstructed then '*' else '' end || accepted || lessons_held as row
     from app.month_facts order by month desc limit 1`,
  );
  await expect(held.nth(-2)).toHaveText(former[0]?.row ?? '');
  await admin.expectSound();
  await shoot(page, 'admin-investors');

  await page.getByRole('button', { name: 'Novo patrocinador' }).click();
  await admin.dialog.getByLabel('Marca').fill('Palco Novo');
  await admin.dialog.getByLabel('Nível', { exact: true }).selectOption('ouro');
  await admin.confirm('Salvar');
  await expect(admin.dialog).toContainText('Todos os lugares deste nível estão vendidos.');
  await admin.dialog.getByLabel('Nível', { exact: true }).selectOption('bronze');
  await admin.dialog.getByLabel('Logo (opcional)').setInputFiles({
    name: 'logo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('isto não é uma imagem'),
  });
  await expect(admin.dialog).toContainText('Este arquivo não é uma imagem');
  await admin.dialog.getByLabel('Logo (opcional)').setInputFiles('public/icons/icon-192.png');
  await expect(admin.dialog.getByRole('button', { name: 'Tirar imagem' })).toBeVisible();
  await admin.expectSound();
  await admin.confirm('Salvar');
  await admin.told('Patrocinador salvo');
  const [{ logo_url: logo } = { logo_url: '' }] = await product.sql<{ logo_url: string }>(
    `select logo_url from public.sponsors where name = 'Palco Novo'`,
  );
  expect(logo).toMatch(/^\/storage\/v1\/object\/public\/sponsor-logos\/[0-9a-f-]{36}-p\.(webp|jpg)$/);
  const stored = await page.request.get(`${product.url}${logo}`);
  expect([stored.status(), stored.headers()['content-type']]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  await expect(places.getByRole('listitem').filter({ hasText: 'Bronze' })).toContainText('4 de 5 vendidos');
  await page.getByRole('button', { name: 'Desativar: Palco Novo' }).click();
  await admin.confirm('Desativar');
  await admin.told('Palco Novo: patrocínio desativado');
  expect(await product.sql(`select is_active from public.sponsors where name = 'Palco Novo'`)).toEqual([
    { is_active: false },
  ]);
  await expect(places.getByRole('listitem').filter({ hasText: 'Bronze' })).toContainText('3 de 5 vendidos');
  await page.goto('/patrocinadores');
  await expect(page.getByText('Sola Livre Calçados').first()).toBeVisible();
  await expect(page.getByText('Palco Novo')).toHaveCount(0);
});
