import { changingTest, expect, test } from '../support/test';

// «Se informar um WhatsApp, ele fica visível na sua página para quem quiser falar com você.»
test('[T022][B002][B013][B014][A010][D156] the page of a teacher, by slug and by id', {
  tag: '@desktop',
}, async ({ page, teacher, frame, product }) => {
  const [row] = await product.sql<{ id: string; whatsapp: string; approved: string }>(
    `select id, whatsapp, to_char(approved_at, 'YYYY') as approved from public.teacher_listings where slug = 'marina-couto'`,
  );
  await teacher.open('marina-couto');
  await teacher.expectOf('Marina Couto');
  await expect(page).toHaveTitle(/Marina Couto/);
  for (const text of ['Vitória', 'Forró', 'Zouk', 'Bolero', 'Soltinho', 'Excelente! Muito bem avaliado']) {
    await expect(frame.main).toContainText(text);
  }
  await expect(frame.main).toContainText('38 avaliações');
  await expect(frame.main).toContainText('Aula particular · Aulas em Grupo');
  await expect(frame.main.getByText(new RegExp(`^Aprovado em \\S+ de ${row?.approved}$`))).toBeVisible();
  await expect(frame.main.getByRole('link', { name: /Instagram/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.instagram\.com\//,
  );
  await expect(frame.main.getByRole('heading', { name: 'Como funciona o contato' })).toBeVisible();

  // The button is docked on a phone; first beside the profile on a large screen.
  await expect(teacher.whatsapp).toBeInViewport();
  await expect(teacher.whatsapp).toBeVisible();
  await expect(teacher.whatsapp).toHaveAttribute('target', '_blank');
  const link = new URL((await teacher.whatsapp.getAttribute('href')) ?? '');
  expect(link.origin + link.pathname).toBe(`https://wa.me/${row?.whatsapp.slice(1)}`);
  expect(link.searchParams.get('text')).toContain('Marina Couto');

  await expect(frame.main).not.toContainText('R$');
  await expect(frame.main.getByText(/preço/i)).toHaveCount(0);
  const priced = await product.sql(
    `select 1 from information_schema.columns where table_schema = 'public'
     and table_name in ('teachers', 'teacher_listings') and column_name ~ '(price|preco|valor)'`,
  );
  expect(priced).toEqual([]);

  await teacher.open(row?.id ?? '');
  await teacher.expectOf('Marina Couto');
  await expect(teacher.whatsapp).toBeVisible();
});

test('[B111] header and footer of visitors stand around the page of a teacher', {
  tag: ['@full', '@desktop'],
}, async ({ teacher, frame, product }) => {
  const [row] = await product.sql<{ id: string }>(
    `select id from public.teacher_listings where slug = 'marina-couto'`,
  );
  await teacher.open(row?.id ?? '');
  await teacher.expectOf('Marina Couto');
  await expect(frame.header.getByRole('link', { name: 'Cadastrar', exact: true })).toBeVisible();
  await expect(
    frame.footer.getByRole('link', { name: 'Entrar', exact: true, includeHidden: true }),
  ).toBeAttached();
  await expect(frame.main.getByRole('heading', { level: 1 })).toHaveText('Marina Couto');
});

test('every rating is explained, and a missing rating says nothing bad', { tag: '@full' }, async ({
  teacher,
  frame,
  product,
}) => {
  const rated = await product.sql<{ slug: string; average: number }>(
    `select distinct on (band) slug, average, width_bucket(average, array[3, 3.5, 4, 4.5]::numeric[]) as band
     from (select slug, rating_average as average from public.teacher_listings
           where rating_average is not null and slug is not null and not _deleted) l
     order by band, slug`,
  );
  const words = [
    'Precisa melhorar',
    'Regular. Pode melhorar',
    'Bom! Avaliação positiva',
    'Muito bom! Bem avaliado',
    'Excelente! Muito bem avaliado',
  ];
  expect(rated.length).toBe(5);
  for (const [band, { slug }] of rated.entries()) {
    await teacher.open(slug);
    await expect(frame.main.getByText(words[band] ?? '', { exact: true })).toBeVisible();
  }
});

test('[D034][D035] an unrated teacher is not judged on their page', { tag: '@full' }, async ({
  teacher,
  frame,
}) => {
  await teacher.open('livia-sanches');
  await teacher.expectOf('Lívia Sanches');
  await expect(frame.main.getByText('Ainda sem avaliações', { exact: true })).toBeVisible();
  await expect(frame.main).not.toContainText('Precisa melhorar');
  await expect(frame.main).not.toContainText(/\b0 (estrelas|avaliações)|0,0/);
});

test('[D057] without a WhatsApp number there is no link to one, and lessons can be asked for', {
  tag: '@full',
}, async ({ page, teacher }) => {
  await teacher.open('raimundo-nonato-piauilino');
  await teacher.expectOf('Raimundo Nonato Piauilino');
  await expect(page.getByText(/ainda não publicou um contato/)).toBeVisible();
  await expect(page.locator('a[href*="wa.me"]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Pedir aula' })).toBeVisible();
});

test('an unknown and an inactive teacher: the page says that there is none', async ({ teacher, page }) => {
  for (const slug of ['ninguem-mesmo', 'caua-ferrari-munduruku', '00000000-0000-4000-8000-000000000000']) {
    await teacher.open(slug);
    await expect(teacher.missing).toBeVisible();
    await expect(page.getByText('Munduruku')).toHaveCount(0);
  }
  await page.getByRole('main').getByRole('link', { name: 'Encontrar Professor' }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test('sharing opens the phone’s share sheet, or copies the link where there is none', {
  tag: '@full',
}, async ({ page, context, teacher, frame }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: unknown) => shared.push(data),
    });
  });
  await teacher.open('marina-couto');
  const share = page.getByRole('button', { name: 'Compartilhar' });
  await share.click();
  const shared = await page.evaluate(() => (globalThis as unknown as { shared: { url: string }[] }).shared);
  expect(shared.length).toBe(1);
  expect(shared[0]?.url).toMatch(/\/teachers\/marina-couto$/);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', { configurable: true, value: undefined }),
  );
  await share.click();
  await expect(frame.toasts).toContainText('Link copiado');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/teachers\/marina-couto$/);
});

changingTest(
  '[B090] a deactivated teacher is gone for visitors: list, page, procedures and listings',
  async ({ page, search, teacher, product }) => {
    const body = {
      page_number: 1,
      items_per_page: 12,
      name_filter: 'Marina Couto',
      style_filter: null,
      city_filter: null,
      admin_view: true,
    };
    const found = async () => [
      await product.rest('rpc/search_teachers_with_filters', body),
      await product.rest('rpc/search_teachers_with_filters_cached', body),
    ];
    for (const answer of await found()) expect(answer).toMatchObject({ total_count: 1 });
    await product.sql("update public.teachers set is_active = false where slug = 'marina-couto'");
    // The cached procedure may answer from its cache for a moment, and says how long.
    await expect.poll(found).toMatchObject([{ total_count: 0 }, { total_count: 0 }]);
    expect(
      await product.rest('teacher_listings?select=name&name=eq.Marina%20Couto&_deleted=is.false'),
    ).toEqual([]);

    await search.openStored('?name=marina%20couto');
    await expect(search.nobody).toBeVisible();
    await teacher.open('marina-couto');
    await expect(teacher.missing).toBeVisible();
    await expect(page.getByText('Marina Couto')).toHaveCount(0);
  },
);
