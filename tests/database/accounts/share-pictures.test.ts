/** The pictures of shared links, and the order of styles that stands on them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { emptyFolders, removedAs } from '../support/stored-files.ts';
import { callAs, refusal } from './account-steps.ts';

const FIRST = '0123456789abcdef';
const SECOND = 'fedcba9876543210';

let database: TestDatabase;
let admin: string;
let student: string;
let me: string;
let other: string;
let hidden: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  student = await database.createUser({ role: 'student', name: 'Bia Souza' });
  me = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
  other = await database.createUser({ role: 'teacher', name: 'Outra Pessoa' });
  hidden = await database.createUser({ role: 'teacher', name: 'Em Análise', isActive: false });
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyFolders(database, [me, other, hidden]);
  await database.query('delete from public.share_pictures where true');
});

const fileOf = (id: string, version = FIRST) => `${id}/${version}.jpg`;

const store = (person: string, name: string) =>
  sqlState(() =>
    database.as('authenticated', person, (tx) =>
      tx.query(`insert into storage.objects (bucket_id, name, owner) values ('share-images', $1, $2)`, [
        name,
        person,
      ]),
    ),
  );

const set = (person: string, id: string, version: unknown = FIRST, command: string = randomUUID()) =>
  callAs<object>(database, person, 'set_share_picture($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id, version }),
  ]);

const seenBy = async (person: string | null): Promise<string[]> => {
  const rows = await database.as(person ? 'authenticated' : 'anon', person, (tx) =>
    tx.query<{ id: string }>('select id from public.share_pictures'),
  );
  return rows.map(({ id }) => id).sort();
};

it('the bucket takes JPEG of at most 300 kB', async () => {
  expect(
    await database.query(
      `select public, file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id = 'share-images'`,
    ),
  ).toEqual([{ public: true, most: 300 * 1024, types: ['image/jpeg'] }]);
});

it('a teacher stores pictures in the own folder only, named by their version', async () => {
  expect(await store(me, fileOf(me))).toBeNull();
  for (const name of [
    fileOf(other),
    `${me}/picture.jpg`,
    `${me}/${FIRST}.png`,
    `${me}/more/${FIRST}.jpg`,
    `${FIRST}.jpg`,
  ])
    expect(await store(me, name), name).toBe('42501');
  expect(await store(student, fileOf(student))).toBe('42501');
  expect(await store(admin, fileOf(other))).toBeNull();
  expect(await removedAs(database, other, fileOf(me))).toBe(0);
  expect(await removedAs(database, me, fileOf(me))).toBe(1);
});

it('a folder has room for eight', async () => {
  for (let place = 0; place < 8; place++)
    expect(await store(me, fileOf(me, `${FIRST.slice(1)}${place}`))).toBeNull();
  expect(await store(me, fileOf(me))).toBe('42501');
});

it('is named once its file is there, once for each command', async () => {
  expect(await refusal(() => set(me, me))).toMatchObject({ code: 'PT409', hint: 'file_missing' });
  await store(me, fileOf(me));
  const command = randomUUID();
  const answer = { command_id: command, picture: FIRST };
  expect(await set(me, me, FIRST, command)).toMatchObject(answer);
  expect(await set(me, me, FIRST, command)).toMatchObject(answer);
  await store(me, fileOf(me, SECOND));
  await set(me, me, SECOND);
  expect(await database.query('select id, version from public.share_pictures')).toEqual([
    { id: me, version: SECOND },
  ]);
});

it.each([['x'], [null], ['../../etc/passwd'], [FIRST.toUpperCase()], [`${FIRST}0`]])(
  'takes no version %j',
  async (version) => {
    expect(await refusal(() => set(me, me, version))).toMatchObject({
      hint: 'invalid_value',
      detail: 'version',
    });
  },
);

it('belongs to the own page; the team sets any', async () => {
  await store(admin, fileOf(other));
  expect(await refusal(() => set(me, other))).toMatchObject({ code: '42501', hint: 'not_the_owner' });
  expect(await refusal(() => set(student, student))).toMatchObject({ code: '42501', hint: 'not_a_teacher' });
  expect(await refusal(() => set(admin, randomUUID()))).toMatchObject({ code: 'PT404' });
  expect(await refusal(() => set(admin, student))).toMatchObject({ code: 'PT404' });
  await set(admin, other);
  expect(await seenBy(null)).toEqual([other]);
});

it('[T024] stays unknown to others while its page is not shown', async () => {
  for (const id of [me, hidden]) {
    await store(id, fileOf(id));
    await set(id, id);
  }
  expect(await seenBy(null)).toEqual([me]);
  expect(await seenBy(student)).toEqual([me]);
  expect(await seenBy(hidden)).toEqual([me, hidden].sort());
  expect(await seenBy(admin)).toEqual([me, hidden].sort());
});

it('of a draft stays unknown, and leaves with its article', async () => {
  await database.query(`insert into public.blog_categories (name, slug) values ('Aprender', 'aprender')`);
  const [post] = await database.query<{ id: string }>(`
    insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name)
      select 'Primeira aula', 'primeira-aula', id, 'Como é a primeira aula', '{"type": "doc", "content": [{"type": "paragraph"}]}', 'Equipe'
      from public.blog_categories limit 1 returning id`);
  const id = post?.id ?? '';
  await store(admin, fileOf(id));
  await set(admin, id);
  expect(await seenBy(null)).toEqual([]);
  await database.query(
    `update public.blog_posts set status = 'published', published_at = now() - interval '1 minute' where id = $1`,
    [id],
  );
  expect(await seenBy(null)).toEqual([id]);
  await database.query('delete from public.blog_posts where id = $1', [id]);
  expect(await seenBy(admin)).toEqual([]);
});

it.each([
  ['name', `name = 'Marina Couto Silva'`],
  ['portrait', `profile_image_url = null`],
])('is dropped when the %s is changed, by whoever', async (_, assignment) => {
  await database.query(
    `update public.user_profiles set profile_image_url = 'https://example.com/a.webp', name = 'Marina Couto' where id = $1`,
    [me],
  );
  await store(me, fileOf(me));
  await set(me, me);
  await database.query(`update public.user_profiles set whatsapp = null where id = $1`, [me]);
  expect(await seenBy(null)).toEqual([me]);
  await database.query(`update public.user_profiles set ${assignment} where id = $1`, [me]);
  expect(await seenBy(null)).toEqual([]);
});

it('the styles keep the order in which the teacher named them, on the listing and in the search', async () => {
  const styles = await database.query<{ id: string; name: string }>(
    `select id, name from public.dance_styles where name in ('Zouk', 'Forró', 'Bolero') order by name desc`,
  );
  const name = async (ids: string[]) => {
    await callAs(database, me, 'update_profile($1, $2::text::jsonb, $3)', [
      randomUUID(),
      JSON.stringify({ style_ids: ids }),
      null,
    ]);
    const page = await callAs<{ rows: { id: string; style_ids: string[] }[] }>(
      database,
      null,
      'pull_teachers()',
      [],
    );
    const found = await callAs<{ teachers: { id: string; dance_styles: string[] }[] }>(
      database,
      null,
      `search_teachers_with_filters(1, 12, 'marina', null, null, false)`,
      [],
    );
    return [page.rows.find(({ id }) => id === me)?.style_ids, found.teachers[0]?.dance_styles];
  };
  const given = styles.map(({ id }) => id);
  expect(await name(given)).toEqual([given, ['Zouk', 'Forró', 'Bolero']]);
  expect(await name(given.toReversed())).toEqual([given.toReversed(), ['Bolero', 'Forró', 'Zouk']]);
});
