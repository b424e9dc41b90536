/** Attacks by a person with a valid session. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { createPersons, type Ids } from '../support/persons.ts';
import { removedAs } from '../support/stored-files.ts';

let database: TestDatabase;
let ids: Ids;

beforeAll(async () => {
  database = await createTestDatabase();
  ids = await createPersons(database);
});
afterAll(() => database.close());

const stateAs = (userId: string | null, sql: string, params: unknown[] = []) =>
  sqlState(() =>
    database.as(userId === null ? 'anon' : 'authenticated', userId, (tx) => tx.query(sql, params)),
  );

/** The number of rows that the statement changed for the user. */
const touchedAs = (userId: string, sql: string, params: unknown[] = []) =>
  database.as('authenticated', userId, async (tx) => (await tx.query(`${sql} returning 1`, params)).length);

async function value(sql: string, params: unknown[]): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>(sql, params);
  return row?.value;
}
const roleOf = (id: string) => value('select role as value from public.user_profiles where id = $1', [id]);

describe('nobody can become an administrator', () => {
  it('by updating the own profile', async () => {
    expect(
      await stateAs(ids.student, `update public.user_profiles set role = 'admin' where id = $1`, [
        ids.student,
      ]),
    ).toBe('42501');
    expect(await roleOf(ids.student)).toBe('student');
  });

  it('nor a teacher of a student', async () => {
    expect(
      await stateAs(ids.student, `update public.user_profiles set role = 'teacher' where id = $1`, [
        ids.student,
      ]),
    ).toBe('42501');
  });

  it('by inserting the first profile as admin', async () => {
    const id = randomUUID();
    await database.query('insert into auth.users (id, email) values ($1, $2)', [id, 'novo@example.com']);
    const insert = 'insert into public.user_profiles (id, name, email, role) values ($1, $2, $3, $4)';
    expect(await stateAs(id, insert, [id, 'Novo Admin', 'novo@example.com', 'admin'])).toBe('42501');
    expect(await stateAs(id, insert, [id, 'Novo Aluno', 'novo@example.com', 'student'])).toBeNull();
    expect(await roleOf(id)).toBe('student');
  });

  it('by an upsert', async () => {
    const upsert = `insert into public.user_profiles (id, name, email, role) values ($1, 'Aluna', 'x@example.com', 'student')
      on conflict (id) do update set role = 'admin'`;
    expect(await stateAs(ids.student, upsert, [ids.student])).toBe('42501');
    expect(await roleOf(ids.student)).toBe('student');
  });

  it('[T029] by metadata of the account or claims of the token', async () => {
    await database.query(
      `update auth.users set raw_user_meta_data = '{"role":"admin"}', raw_app_meta_data = '{"role":"admin"}' where id = $1`,
      [ids.student],
    );
    const seen = await database.transaction(async (tx) => {
      const claims = {
        sub: ids.student,
        role: 'authenticated',
        user_metadata: { role: 'admin' },
        app_metadata: { role: 'admin' },
      };
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
      await tx.exec('set local role authenticated');
      return tx.query('select id from public.user_profiles');
    });
    expect(seen).toEqual([{ id: ids.student }]);
  });
});

describe('a profile', () => {
  it('of another person can be neither read nor written', async () => {
    const update = `update public.user_profiles set name = 'Roubado' where id = $1`;
    expect(await touchedAs(ids['other student'], update, [ids.student])).toBe(0);
    const rows = await database.as('authenticated', ids['other student'], (tx) =>
      tx.query('select * from public.user_profiles where id = $1', [ids.student]),
    );
    expect(rows).toEqual([]);
  });

  it('never changes its id', async () => {
    expect(
      await stateAs(ids.student, 'update public.user_profiles set id = gen_random_uuid() where id = $1', [
        ids.student,
      ]),
    ).toBe('42501');
    expect(
      await stateAs(ids['addressed teacher'], 'update public.teachers set id = $1 where id = $2', [
        ids.admin,
        ids['addressed teacher'],
      ]),
    ).toBe('42501');
  });

  it('carries the account’s e-mail, whatever is sent', async () => {
    const id = randomUUID();
    await database.query('insert into auth.users (id, email) values ($1, $2)', [
      id,
      'verdadeiro@example.com',
    ]);
    await database.as('authenticated', id, (tx) =>
      tx.query(
        `insert into public.user_profiles (id, name, email) values ($1, 'Novo Nome', 'falso@example.com')`,
        [id],
      ),
    );
    expect(await value('select email as value from public.user_profiles where id = $1', [id])).toBe(
      'verdadeiro@example.com',
    );
    expect(
      await stateAs(id, `update public.user_profiles set email = 'falso@example.com' where id = $1`, [id]),
    ).toBe('42501');
    await database.query(`update auth.users set email = 'mudado@example.com' where id = $1`, [id]);
    expect(await value('select email as value from public.user_profiles where id = $1', [id])).toBe(
      'mudado@example.com',
    );
  });

  it('shows only a picture from its own folder', async () => {
    const id = ids['addressed teacher'];
    const set = (url: string) =>
      stateAs(id, 'update public.user_profiles set profile_image_url = $1 where id = $2', [url, id]);
    expect(await set('https://tracker.example.com/pixel.png')).toBe('42501');
    expect(await set(`/storage/v1/object/public/profile-images/${ids.admin}/a.png`)).toBe('42501');
    expect(await set(`/storage/v1/object/public/profile-images/${id}/../${ids.admin}/a.png`)).toBe('42501');
    // Paths as browsers read them: decoded, and with dots resolved.
    for (const file of [
      `%2e%2e/${ids.admin}/x.png`,
      `%2E%2E%2F${ids.admin}%2Fx.png`,
      `..%2f${ids.admin}/x.png`,
      `./x.png`,
      `a/b.png`,
      `a%2fb.png`,
      'a.png?download=../x',
      'a.png#x',
      '.hidden',
      'a.png/',
      '',
    ])
      expect([file, await set(`/storage/v1/object/public/profile-images/${id}/${file}`)]).toEqual([
        file,
        '42501',
      ]);
    for (const url of [
      '/rest/v1/cities',
      `/storage/v1/object/public/profile-images/${id.toUpperCase()}/a.png`,
    ])
      expect([url, (await set(url)) !== null]).toEqual([url, true]);
    expect(await set(`/storage/v1/object/public/profile-images/${id}/a.png`)).toBeNull();
  });
});

describe('an account', () => {
  it('cannot carry more metadata from its sign-up than a form can hold', async () => {
    const add = (size: number, id = randomUUID()) =>
      sqlState(() =>
        database.query(
          `insert into auth.users (id, email, raw_user_meta_data)
           values ($1::uuid, $1::text || '@example.com', jsonb_build_object('name', repeat('a', $2::int)))`,
          [id, size],
        ),
      );
    expect(await add(7_000)).toBeNull();
    expect(await add(8_000)).toBe('23514');
    const grow = () =>
      database.query(
        `update auth.users set raw_user_meta_data = jsonb_build_object('x', repeat('a', 9000)) where id = $1`,
        [ids.student],
      );
    expect(await sqlState(grow)).toBe('23514');
  });
});

describe('a teacher', () => {
  it.each(['is_active = true', 'approved_at = now()', 'is_featured = true', `slug = 'famosa'`])(
    'cannot write %s',
    async (assignment) => {
      const id = ids['inactive teacher'];
      expect(await stateAs(id, `update public.teachers set ${assignment} where id = $1`, [id])).toBe('42501');
    },
  );

  it('cannot take another teacher’s slug by using that name for a moment', async () => {
    const id = ids['addressed teacher'];
    await database.as('authenticated', id, (tx) =>
      tx.query('select public.update_teacher_slug($1, $2)', [id, 'Pessoa Famosa']),
    );
    expect(await value('select slug as value from public.teachers where id = $1', [id])).not.toMatch(
      /famosa/,
    );
  });

  it('[T094] writes own texts and pauses, also while inactive', async () => {
    const id = ids['inactive teacher'];
    expect(
      await touchedAs(id, `update public.teachers set bio = 'Olá', is_paused = true where id = $1`, [id]),
    ).toBe(1);
    expect(
      await touchedAs(id, `update public.teachers set bio = 'Roubado' where id = $1`, [ids['other teacher']]),
    ).toBe(0);
  });

  it('does not begin active', async () => {
    const id = randomUUID();
    await database.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`]);
    await database.as('authenticated', id, (tx) =>
      tx.query(
        `insert into public.user_profiles (id, name, email, role) values ($1, 'Nova Professora', 'x@y.z', 'teacher')`,
        [id],
      ),
    );
    expect(await stateAs(id, 'insert into public.teachers (id, is_active) values ($1, true)', [id])).toBe(
      '42501',
    );
    expect(await stateAs(id, 'insert into public.teachers (id) values ($1)', [id])).toBeNull();
  });

  it('is approved by an administrator, which dates the approval', async () => {
    const id = ids['inactive teacher'];
    expect(
      await touchedAs(ids.admin, 'update public.teachers set is_active = true where id = $1', [id]),
    ).toBe(1);
    expect(
      await value('select approved_at as value from public.teachers where id = $1', [id]),
    ).not.toBeNull();
    await database.query('update public.teachers set is_active = false where id = $1', [id]);
  });
});

describe('replicated rows', () => {
  it.each([
    'cities',
    'dance_styles',
    'teacher_listings',
    'content_items',
    'profile_versions',
    'notifications',
  ])('of %s cannot be deleted, not even by the owner', async (table) => {
    await expect(database.query(`delete from public.${table}`)).rejects.toThrow(/never deleted/);
    await expect(database.exec(`truncate public.${table} cascade`)).rejects.toThrow(/never deleted/);
    expect(
      await sqlState(() =>
        database.as('service_role', null, (tx) => tx.query(`delete from public.${table} where true`)),
      ),
    ).toBe('23001');
  });

  it('keep their id, and ignore a sent _xid', async () => {
    expect(
      await sqlState(() =>
        database.query(`update public.cities set id = gen_random_uuid() where name = 'Natal'`),
      ),
    ).toBe('23001');
    await database.query(`update public.cities set _xid = 9000000000000000 where name = 'Natal'`);
    expect(
      Number(await value(`select _xid as value from public.cities where name = $1`, ['Natal'])),
    ).toBeLessThan(9e15);
    expect(await stateAs(ids.admin, 'update public.cities set _xid = 1 where true')).toBe('42501');
  });
});

describe('the private schema', () => {
  it.each([
    `select app.recompute_listings('{${randomUUID()}}')`,
    `select app.forget_user('${randomUUID()}')`,
    'select app.restart_replication()',
    `select app.begin_command('${randomUUID()}', 'test', '{}')`,
    `select app.pull('user_profiles', null, null, 500)`,
    `select app.search_teachers(1, 12, null, null, null, true)`,
    'select app.is_admin()',
    `select app.pull_private('app.own_profiles', 'id', null, null, 500)`,
    `select app.notify('${randomUUID()}', 'test', 'Título', 'Texto')`,
    `select app.set_styles('${randomUUID()}', 'student', '{}')`,
    `select app.pictures_of('${randomUUID()}')`,
    'select app.lock_account()',
    'select * from app.own_profiles',
    'select * from app.registration_leftovers',
    'select * from app.teacher_source',
    'select * from app.search_cache',
    'select * from app.replication_state',
    `insert into app.listing_locks (id) values (gen_random_uuid())`,
  ])('is closed: %s', async (statement) => {
    for (const user of [null, ids.student, ids['addressed teacher'], ids.admin]) {
      expect(await stateAs(user, statement)).toBe('42501');
    }
  });
});

describe('the owner', () => {
  it('reads the own profile with the name of the city, and nobody else’s', async () => {
    await database.query(
      `update public.user_profiles set city_id = (select id from public.cities where name = 'Vitória') where id = $1`,
      [ids.student],
    );
    const rows = await database.as('authenticated', ids.student, (tx) =>
      tx.query(
        'select p.id, c.name as city from public.user_profiles p left join public.cities c on c.id = p.city_id',
      ),
    );
    expect(rows).toEqual([{ id: ids.student, city: 'Vitória' }]);
  });
});

describe('pictures', () => {
  const upload = (userId: string | null, name: string, bucket = 'profile-images') =>
    stateAs(userId, 'insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name]);

  it('are stored in the own folder only', async () => {
    const own = ids['addressed teacher'];
    expect(await upload(own, `${own}/a.png`)).toBeNull();
    expect(await upload(own, `${ids.admin}/a.png`)).toBe('42501');
    expect(await upload(own, 'a.png')).toBe('42501');
    expect(await upload(own, `../${own}/a.png`)).toBe('42501');
    expect(await upload(null, `${own}/b.png`)).toBe('42501');
  });

  it('cannot be moved, listed or removed by others', async () => {
    const own = ids['other teacher'];
    expect(await upload(own, `${own}/a.png`)).toBeNull();
    const other = ids['addressed teacher'];
    expect(
      await touchedAs(other, `update storage.objects set name = $1 || '/stolen.png' where name = $2`, [
        other,
        `${own}/a.png`,
      ]),
    ).toBe(0);
    expect(await removedAs(database, other, `${own}/a.png`)).toBe(0);
    expect(
      await stateAs(own, 'update storage.objects set name = $1 where name = $2', [
        `${other}/x.png`,
        `${own}/a.png`,
      ]),
    ).toBe('42501');
    const seen = await database.as('anon', null, (tx) => tx.query('select name from storage.objects'));
    expect(seen).toEqual([]);
  });

  it('are limited to 5 MiB of PNG, JPEG or WebP in a public bucket', async () => {
    const [bucket] = await database.query(
      `select public, file_size_limit::int as size, allowed_mime_types as types from storage.buckets where id = 'profile-images'`,
    );
    expect(bucket).toEqual({ public: true, size: 5242880, types: ['image/png', 'image/jpeg', 'image/webp'] });
  });
});

describe('views', () => {
  it.each(['public_evaluations', 'pending_evaluations', 'public_supporters'])(
    'of several tables refuse a write to %s as not allowed, not as a server fault',
    async (view) => {
      const [column] = await database.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1`,
        [`public.${view}`],
      );
      for (const user of [null, ids.student, ids.admin]) {
        expect(await stateAs(user, `delete from public.${view} where true`)).toBe('42501');
        expect(
          await stateAs(user, `update public.${view} set ${column?.name} = ${column?.name} where true`),
        ).toBe('42501');
        expect(await stateAs(user, `insert into public.${view} (${column?.name}) values (null)`)).toBe(
          '42501',
        );
      }
    },
  );
});
