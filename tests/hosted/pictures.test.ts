/** On a hosted project no row names a picture before it was read: Storage looks at nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, refusal } from '../database/accounts/account-steps.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let admin: string;
let me: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.asPlatform('drop function storage.reads_pictures()');
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  me = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
  other = await database.createUser({ role: 'teacher', name: 'Outra Pessoa' });
});
afterAll(() => database.close());

const PUBLIC = '/storage/v1/object/public/';
const nameOf = (folder: string, letter = 'p') => `${folder}/${randomUUID()}-${letter}.webp`;
const sizes = (name: string) => ['t', 'c', 'p'].map((letter) => name.replace(/-[tcp]\./, `-${letter}.`));

/** As Storage's own server does after an upload that the policies of the person let through. */
const store = (bucket: string, name: string, as = me) =>
  database.as('authenticated', as, (tx) =>
    tx.query(`insert into storage.objects (bucket_id, name, version) values ($1, $2, $3)`, [
      ...[bucket, name],
      randomUUID(),
    ]),
  );
const storeByServer = (bucket: string, name: string) =>
  database.as('service_role', null, (tx) =>
    tx.query(`insert into storage.objects (bucket_id, name, version) values ($1, $2, $3)`, [
      ...[bucket, name],
      randomUUID(),
    ]),
  );
const toRead = (path: string, as = me) =>
  callAs<Record<string, string> | null>(database, as, 'picture_to_read($1)', [path]);
const note = async (path: string, versions: unknown) =>
  database.as('service_role', null, async (tx) => {
    const [row] = await tx.query<{ noted: boolean }>(
      'select public.note_read_picture($1, $2::text::jsonb) as noted',
      [path, JSON.stringify(versions)],
    );
    return row?.noted;
  });
const read = async (path: string, as = me) => note(path, await toRead(path, as));
const update = (as: string, table: string, id: string, column: string, value: unknown, type = 'text') =>
  refusal(() =>
    database.as('authenticated', as, (tx) =>
      tx.query(`update public.${table} set ${column} = $2::text::${type} where id = $1`, [
        id,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  );
const UNREAD = { code: 'PT409', hint: 'picture_unread' };

it('a picture is shown once all its sizes were read', async () => {
  const name = nameOf(me);
  const path = `${PUBLIC}profile-images/${name}`;
  const save = () =>
    callAs(database, me, 'update_profile($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ profile_image_url: path }),
    ]);
  expect(await refusal(save)).toMatchObject({ ...UNREAD, detail: path });
  await store('profile-images', name);
  expect(await toRead(path)).toBeNull();
  expect(await note(path, null)).toBe(false);
  for (const size of sizes(name).slice(0, 2)) await store('profile-images', size);
  expect(await refusal(save)).toMatchObject(UNREAD);
  expect(await refusal(() => toRead(path, other))).toMatchObject({ code: '42501' });
  expect(await read(path)).toBe(true);
  await save();
  // A shown picture stays, and other fields change.
  await callAs(database, me, 'update_profile($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ name: 'Marina C', profile_image_url: path }),
  ]);
});

it('what was read is not replaced, and a replaced picture counts as not read', async () => {
  const name = nameOf(me);
  const path = `${PUBLIC}profile-images/${name}`;
  for (const size of sizes(name)) await store('profile-images', size);
  const versions = await toRead(path);
  await database.as('authenticated', me, (tx) =>
    tx.query('update storage.objects set version = $2 where name = $1', [name, randomUUID()]),
  );
  expect(await note(path, versions)).toBe(false);
  expect(await read(path)).toBe(true);
  const replaced = await database.as('authenticated', me, (tx) =>
    tx.query('update storage.objects set version = $2 where name = $1 returning 1', [name, randomUUID()]),
  );
  expect(replaced).toEqual([]);
  const moved = nameOf(me);
  await store('profile-images', moved);
  for (const size of sizes(name))
    expect(
      await refusal(() =>
        database.as('authenticated', me, async (tx) => {
          await tx.query(`select set_config('storage.allow_delete_query', 'true', true)`);
          await tx.query('delete from storage.objects where name = $1', [size]);
          await tx.query('update storage.objects set name = $2 where name = $1', [moved, size]);
        }),
      ),
    ).toMatchObject({ code: '42501' });
  await database.as('authenticated', me, async (tx) => {
    await tx.query(`select set_config('storage.allow_delete_query', 'true', true)`);
    await tx.query('delete from storage.objects where name = $1', [name]);
  });
  expect(await refusal(() => store('profile-images', name))).toMatchObject({ code: '42501' });
  await storeByServer('profile-images', name);
  expect(await update(me, 'user_profiles', me, 'profile_image_url', path)).toMatchObject(UNREAD);
});

it('every column refuses a picture that was not read, also from the team', async () => {
  const photo = `${PUBLIC}profile-images/${nameOf(me)}`;
  expect(await update(me, 'teachers', me, 'photos', `{${photo}}`, 'text[]')).toMatchObject(UNREAD);
  expect(await update(me, 'user_profiles', me, 'profile_image_url', photo)).toMatchObject(UNREAD);
  expect(await update(admin, 'user_profiles', me, 'profile_image_url', photo)).toMatchObject(UNREAD);
  await database.as('authenticated', me, (tx) =>
    tx.query('update public.teachers set bio = $2, photos = null where id = $1', [me, 'Danço.']),
  );

  await database.query(`insert into public.blog_categories (name, slug) values ('Dicas', 'dicas')`);
  const insertPost = (cover: string | null, body: object) =>
    refusal(() =>
      database.as('authenticated', admin, (tx) =>
        tx.query(
          `insert into public.blog_posts (title, slug, category_id, excerpt, cover_url, body, author_name)
           select 'Um texto', 'um-texto-' || left(gen_random_uuid()::text, 8), c.id, 'Um resumo do texto', $1, $2::text::jsonb, 'Equipe'
           from public.blog_categories c limit 1`,
          [cover, JSON.stringify(body)],
        ),
      ),
    );
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Oi' }] };
  const name = `${randomUUID()}-p.webp`;
  const path = `${PUBLIC}blog-images/${name}`;
  const withPicture = { type: 'doc', content: [{ type: 'image', attrs: { src: path, alt: 'x' } }] };
  expect(await insertPost(path, { type: 'doc', content: [paragraph] })).toMatchObject(UNREAD);
  expect(await insertPost(null, withPicture)).toMatchObject(UNREAD);
  for (const size of sizes(name)) await storeByServer('blog-images', size);
  expect(await refusal(() => toRead(path, me))).toMatchObject({ code: '42501' });
  expect(await read(path, admin)).toBe(true);
  expect(await insertPost(path, withPicture)).toBeNull();

  const logo = `${PUBLIC}sponsor-logos/${randomUUID()}-p.webp`;
  const sponsor = () =>
    database.as('authenticated', admin, (tx) =>
      tx.query(
        `insert into public.sponsors (name, tier, url, logo_url) values ('Loja', 'ouro', 'https://loja.test', $1)`,
        [logo],
      ),
    );
  expect(await refusal(sponsor)).toMatchObject(UNREAD);

  const version = '0123456789abcdef';
  const card = () =>
    callAs(database, me, 'set_share_picture($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ id: me, version }),
    ]);
  await store('share-images', `${me}/${version}.jpg`);
  expect(await refusal(card)).toMatchObject(UNREAD);
  expect(await read(`${PUBLIC}share-images/${me}/${version}.jpg`)).toBe(true);
  await card();
  const again = () =>
    database.as('authenticated', me, async (tx) => {
      await tx.query(`select set_config('storage.allow_delete_query', 'true', true)`);
      await tx.query(`delete from storage.objects where bucket_id = 'share-images'`);
      await tx.query(
        `insert into storage.objects (bucket_id, name, version) values ('share-images', $1, 'other')`,
        [`${me}/${version}.jpg`],
      );
    });
  expect(await refusal(again)).toMatchObject({ code: '42501' });
});
