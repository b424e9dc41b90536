import { AccountPages, newEmail } from '../pages/account-pages';
import type { Product } from '../support/product';
import { expect, changingTest as test } from '../support/test';

const COMPLETE = '**/rest/v1/rpc/complete_registration';

/**
 * Makes every insert into the table fail after the write; resolves to a function that repairs it.
 */
async function breakTable(product: Product, table: string): Promise<() => Promise<void>> {
  await product.sql(`create or replace function app.broken() returns trigger language plpgsql set search_path = ''
    as $$ begin raise exception 'broken for a test' using errcode = '53100'; end $$`);
  await product.sql(
    `create trigger zzz_broken after insert on public.${table} for each row execute function app.broken()`,
  );
  return async () => {
    await product.sql(`drop trigger zzz_broken on public.${table}`);
  };
}

const accountOf = (product: Product, email: string) =>
  product.sql('select id from auth.users where email = $1', email);

test('[A168][A171][A172][A173][A276][A277][A278] a step that must not fail has its text, and nothing of the account is left', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  const keys: string[] = [];
  page.on('request', (request) => keys.push(JSON.stringify(request.headers())));
  for (const [table, role, text] of [
    ['user_profiles', 'student', 'Falha ao criar perfil de usuário'],
    ['students', 'student', 'Failed to create student profile'],
    ['teachers', 'teacher', 'Falha ao criar perfil de professor'],
  ] as const) {
    const mend = await breakTable(product, table);
    await page.goto('/register');
    const email = await account.fillRegistration(role);
    const before = await product.sql('select count(*)::int as n from public.teachers');
    await account.commit();
    await expect(account.toast(text)).toBeVisible();
    await expect(account.main.getByText(text, { exact: true })).toBeVisible();
    await expect(account.dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/register$/);
    await expect(account.name).toHaveValue('Ana Lima');
    await expect(account.password).toHaveValue('segredo1');
    expect(await accountOf(product, email)).toEqual([]);
    expect(await product.sql('select id from public.user_profiles where email = $1', email)).toEqual([]);
    expect(await product.sql('select count(*)::int as n from public.teachers')).toEqual(before);
    expect(await page.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();

    await mend();
    await account.commit();
    await expect(page).toHaveURL(new RegExp(`/${role}/home$`));
    expect(await accountOf(product, email)).toHaveLength(1);
    // It stands over the menu for its four seconds, or as long as a mouse is on one of them.
    await page.mouse.move(180, 400);
    await expect(account.toast(text)).toHaveCount(0);
    await account.leave();
  }
  expect(keys.filter((headers) => headers.includes(product.secretKey))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    product.secretKey,
  );
});

test('[A274] an unknown failing step has the general text, and the account is removed again', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  await page.route(COMPLETE, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'P0001', message: 'no', details: null, hint: 'moon_in_the_wrong_phase' },
    }),
  );
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.commit();
  await expect(account.toast('Registration failed. Please try again.')).toBeVisible();
  expect(await accountOf(product, email)).toEqual([]);
});

test('[A175][A178] failing styles and acceptance are logged only, and repaired at the next sign-in', {
  tag: '@full',
}, async ({ page, product, errors }) => {
  const account = new AccountPages(page);
  const mends = [
    await breakTable(product, 'teacher_dance_styles'),
    await breakTable(product, 'user_acceptances'),
  ];
  await page.goto('/register');
  const email = await account.fillRegistration('teacher');
  await account.commit();
  await expect(account.toast('Registro realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/teacher\/home$/);
  expect(errors.some((error) => error.includes('styles'))).toBe(true);
  expect(errors.some((error) => error.includes('acceptance'))).toBe(true);
  const kept = () =>
    product.sql(
      `select (select count(*)::int from public.teacher_dance_styles s where s.teacher_id = p.id) as styles,
         (select count(*)::int from public.user_acceptances a where a.user_id = p.id) as accepted
       from public.user_profiles p where p.email = $1`,
      email,
    );
  expect(await kept()).toEqual([{ styles: 0, accepted: 0 }]);

  for (const mend of mends) await mend();
  await account.leave();
  await page.goto('/login?role=teacher');
  await account.fillLogin(email, 'segredo1');
  await expect(page).toHaveURL(/\/teacher\/home$/);
  expect(await kept()).toEqual([{ styles: 2, accepted: 1 }]);
  await expect(account.dialog).toHaveCount(0);
});

test('[A176] a slug that cannot be made is tolerated: the page has its id', {
  tag: '@full',
}, async ({ page, product }) => {
  const account = new AccountPages(page);
  await product.sql(
    'alter function public.update_teacher_slug(uuid, text) rename to update_teacher_slug_away',
  );
  const email = await account.register('teacher');
  const [row] = await product.sql<{ id: string; slug: string | null }>(
    'select t.id, t.slug from public.teachers t join public.user_profiles p using (id) where p.email = $1',
    email,
  );
  expect(row?.slug).toBeNull();
  await product.sql(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'identity')`, row?.id);
  await product.sql('update public.teachers set is_active = true where id = $1', row?.id);
  await account.leave();
  await page.goto(`/teachers/${row?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Lima' })).toBeVisible();
});

test('[A170][A257] a new teacher waits for approval, with a slug made of the name that others cannot change', {
  tag: '@full',
}, async ({ page, product, search }) => {
  const account = new AccountPages(page);
  const rows: Record<string, unknown>[] = [];
  for (const email of [newEmail(), newEmail()]) {
    await account.register('teacher', email);
    await account.leave();
    rows.push(
      ...(await product.sql(
        `select t.id, t.bio, t.experience, t.neighborhood, t.instagram, t.is_active, t.slug
         from public.teachers t join public.user_profiles p using (id) where p.email = $1`,
        email,
      )),
    );
  }
  expect(rows).toEqual([
    {
      ...{ id: expect.any(String), bio: null, experience: null, neighborhood: null, instagram: null },
      ...{ is_active: false, slug: 'ana-lima' },
    },
    expect.objectContaining({ is_active: false, slug: 'ana-lima-2' }),
  ]);
  await search.openStored('?name=Ana+Lima');
  await expect(search.nobody).toBeVisible();

  await account.signIn('teacher');
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('danceflix_session') ?? '{}').accessToken,
  );
  const rename = (id: unknown) =>
    fetch(`${product.url}/rest/v1/rpc/update_teacher_slug`, {
      method: 'POST',
      headers: {
        apikey: product.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ teacher_id: id, teacher_name: 'Outro Nome' }),
    });
  expect((await rename(rows[0]?.id)).status).toBe(403);
  const [own] = await product.sql(
    'select id from public.user_profiles where email = $1',
    'professor@danceflix.test',
  );
  expect((await rename(own?.id)).status).toBe(200);
  expect(await product.sql('select slug from public.teachers where id = $1', rows[0]?.id)).toEqual([
    { slug: 'ana-lima' },
  ]);
});
