import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkIdentity, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function columns(table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return rows.map((row) => row.name);
}

it.each([
  ['user_profiles', ['id', 'name', 'email', 'role', 'whatsapp', 'city_id', 'profile_image_url']],
  ['teachers', ['id', 'bio', 'experience', 'neighborhood', 'instagram', 'is_active', 'slug']],
  ['dance_styles', ['id', 'name', 'active']],
  ['cities', ['id', 'name', 'active']],
])('[A132][A136][A138][A139] %s has its columns', async (table, expected) => {
  expect(await columns(table)).toEqual(expect.arrayContaining(expected));
});

it('[A135] students.id is the primary key and references the profile', async () => {
  const keys = await database.query<{ type: string }>(
    `select contype as type from pg_constraint where conrelid = 'public.students'::regclass
     and conkey = array[(select attnum from pg_attribute where attrelid = 'public.students'::regclass and attname = 'id')]
     and (contype = 'p' or confrelid = 'public.user_profiles'::regclass) order by 1`,
  );
  expect(keys.map((key) => key.type)).toEqual(['f', 'p']);
});

it.each([
  ['student_dance_styles', 'student_id', 'students'],
  ['teacher_dance_styles', 'teacher_id', 'teachers'],
])('[A140][A141] %s links with foreign keys, each pair once', async (table, person, persons) => {
  expect(await columns(table)).toEqual(expect.arrayContaining([person, 'dance_style_id']));
  const targets = await database.query<{ target: string }>(
    `select confrelid::regclass::text as target from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [`public.${table}`],
  );
  expect(targets.map((row) => row.target).sort()).toEqual(['dance_styles', persons]);
  const role = persons === 'students' ? 'student' : 'teacher';
  const id = await database.createUser({ role });
  const link = () =>
    database.query(
      `insert into public.${table} select $1, id from public.dance_styles where name = 'Forró'`,
      [id],
    );
  expect(await sqlState(link)).toBeNull();
  expect(await sqlState(link)).toBe('23505');
});

it('a role is student, teacher or admin, nothing else', async () => {
  for (const role of ['student', 'teacher', 'admin'] as const) await database.createUser({ role });
  const insert = `insert into public.user_profiles (id, name, email, role)
    values (gen_random_uuid(), 'Alguém', 'alguem@example.com', 'owner')`;
  expect(await sqlState(() => database.query(insert))).toBe('23514');
});

it('[A137] [B172] a teacher starts inactive, with single lessons', async () => {
  const id = await database.createUser({ role: 'student' });
  const [teacher] = await database.query(
    'insert into public.teachers (id) values ($1) returning is_active, is_paused, is_featured, modalidades_aula',
    [id],
  );
  expect(teacher).toEqual({
    is_active: false,
    is_paused: false,
    is_featured: false,
    modalidades_aula: ['particular'],
  });
});

it.each([
  ["whatsapp = '5511900001234'", '23514'],
  ["whatsapp = '+55 11 90000-1234'", '23514'],
  ["whatsapp = '+123456'", '23514'],
  ["whatsapp = '+1234567890123456'", '23514'],
  ["whatsapp = '+5511900001234'", null],
  ["name = '  a '", '23514'],
  ["name = repeat('a', 121)", '23514'],
  ["email = 'sem arroba'", '23514'],
  ["profile_image_url = 'http://example.com/a.png'", '23514'],
  ["profile_image_url = 'javascript:alert(1)'", '23514'],
  ["profile_image_url = 'https://example.com/a.png'", null],
  ["profile_image_url = '/storage/v1/object/public/profile-images/x/a.png'", null],
])('a profile with %s: %s', async (assignment, state) => {
  const id = await database.createUser({ role: 'student' });
  const update = () => database.query(`update public.user_profiles set ${assignment} where id = $1`, [id]);
  expect(await sqlState(update)).toBe(state);
});

it.each([
  ["modalidades_aula = '{}'", '23514'],
  ["modalidades_aula = '{online}'", '23514'],
  ["modalidades_aula = '{particular,null}'", '23514'],
  ["modalidades_aula = '{particular,grupo}'", null],
  ["slug = 'Ana'", '23514'],
  ["slug = 'ana--lima'", '23514'],
  ["slug = '0f0f0f0f-0000-4000-8000-000000000000'", '23514'],
  ["slug = 'ana-lima-2'", null],
  ["instagram = 'a b'", '23514'],
  ["instagram = 'https://instagram.com/ana'", '23514'],
  ["bio = repeat('a', 2001)", '23514'],
])('a teacher with %s: %s', async (assignment, state) => {
  const id = await database.createUser({ role: 'teacher' });
  const update = () => database.query(`update public.teachers set ${assignment} where id = $1`, [id]);
  expect(await sqlState(update)).toBe(state);
});

it('an Instagram handle is kept without @', async () => {
  const id = await database.createUser({ role: 'teacher' });
  const [row] = await database.query(
    `update public.teachers set instagram = ' @ana.danca ' where id = $1 returning instagram`,
    [id],
  );
  expect(row).toEqual({ instagram: 'ana.danca' });
});

it('total and average of statistics follow from the stars', async () => {
  const id = await database.createUser({ role: 'teacher' });
  const [row] = await database.query(
    `insert into public.user_evaluation_stats (user_id, average_rating, total_evaluations, five_stars, four_stars)
     values ($1, 1, 99, 2, 1) returning average_rating::float as average, total_evaluations as total`,
    [id],
  );
  expect(row).toEqual({ average: 4.67, total: 3 });
});

it('[T051] whatsapp and city of a profile may be missing, the other fields may not', async () => {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public'
     and table_name = 'user_profiles' and is_nullable = 'YES' order by 1`,
  );
  expect(rows.map((row) => row.name)).toEqual([
    'adult_stated_at',
    'city_id',
    'profile_image_url',
    'removed_at',
    'whatsapp',
  ]);
});

const data = (file: string): { name: string; active: boolean }[] =>
  JSON.parse(readFileSync(new URL(`../../spec/data/${file}`, import.meta.url), 'utf8'));

it.each([
  ['[D043]', 'cities', 'cidades.json'],
  ['[D045]', 'dance_styles', 'estilos.json'],
])('%s %s are those of the list, with their state', async (_rows, table, file) => {
  const rows = await database.as('anon', null, (tx) =>
    tx.query<{ name: string; active: boolean }>(`select name, active from public.${table}`),
  );
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(rows.sort(byName)).toEqual(
    data(file)
      .map(({ name, active }) => ({ name, active }))
      .sort(byName),
  );
});

it('reference data can be loaded again without a change', async () => {
  const before = await database.query('select id, _xid from public.cities order by id');
  const migration = readFileSync(
    new URL('../../../supabase/migrations/20261120004500_reference_data.sql', import.meta.url),
    'utf8',
  );
  await database.exec(migration);
  expect(await database.query('select id, _xid from public.cities order by id')).toEqual(before);
});

it('a second city or style whose name differs in accents only is refused', async () => {
  expect(await sqlState(() => database.query(`insert into public.cities (name) values ('VITORIA')`))).toBe(
    '23505',
  );
  expect(
    await sqlState(() => database.query(`insert into public.dance_styles (name) values ('forro')`)),
  ).toBe('23505');
});

it('the service role writes every table, past all policies and guards', async () => {
  const id = await database.createUser({ role: 'student' });
  // All but this one: checks are written by the procedures of the team.
  await checkIdentity(database, id);
  await database.as('service_role', null, async (tx) => {
    await tx.exec(`
      insert into public.cities (name) values ('Cidade do Servidor');
      insert into public.dance_styles (name) values ('Estilo do Servidor');
      update public.user_profiles set role = 'teacher' where id = '${id}';
      insert into public.teachers (id, is_active, slug) values ('${id}', true, 'do-servidor');
      insert into public.teacher_dance_styles select '${id}', id from public.dance_styles where name = 'Estilo do Servidor';
      insert into public.user_evaluation_stats (user_id, five_stars) values ('${id}', 1);
      insert into public.supporter_tiers (user_id, email, tier, amount) values ('${id}', 'S@Example.com ', 'passinho', 1);
      insert into public.app_settings (key, value) values ('by_the_server', '1');
      select public.restart_replication();
      update public.cities set _deleted = true where name = 'Cidade do Servidor';
      update public.dance_styles set _deleted = true where name = 'Estilo do Servidor';
    `);
  });
  expect(
    await database.query('select slug, rating_count from public.teacher_listings where id = $1', [id]),
  ).toEqual([{ slug: 'do-servidor', rating_count: 1 }]);
});

it('nothing is granted by default: a new table and a new function are closed', async () => {
  await database.exec(`
    create table public.forgotten (id int);
    create function public.forgotten() returns int language sql as 'select 1';
  `);
  for (const role of ['anon', 'authenticated'] as const) {
    expect(
      await sqlState(() => database.as(role, null, (tx) => tx.query('select from public.forgotten'))),
    ).toBe('42501');
    expect(await sqlState(() => database.as(role, null, (tx) => tx.query('select public.forgotten()')))).toBe(
      '42501',
    );
  }
  await database.exec('drop table public.forgotten; drop function public.forgotten()');
});

it('every function of ours has an empty search path, except the two that are inlined', async () => {
  const rows = await database.query(
    `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'app'::regnamespace)
     and (proconfig is null or not proconfig @> array['search_path=""'])`,
  );
  expect(rows).toEqual([{ proname: 'fold' }, { proname: 'search_words' }]);
});
