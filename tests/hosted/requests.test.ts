/**
 * Requests as they reach a hosted project's database: over the login of PostgREST, under the limits
 * of their role.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAs,
  deleteAccount,
  register,
  STUDENT,
  signUp,
  TEACHER,
} from '../database/accounts/account-steps.ts';
import { createTestDatabase, createUser, sqlState, type TestDatabase } from '../support/database.ts';
import { asSuperuser, loginAs, within } from './cluster.ts';
import { type Gateway, openGateway } from './gateway.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const [row] = await database.query<{ port: string; name: string }>(
    `select current_setting('port') as port, current_database() as name`,
  );
  url = `postgres://postgres@127.0.0.1:${row?.port}/${row?.name}`;
});
afterAll(() => database.close());

describe('the login of requests', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(url);
  });
  afterAll(() => gateway.close());

  it('may do nothing before it switches to another role', async () => {
    const [who] = await gateway.transaction((tx) =>
      tx.query(`select current_user as user, current_setting('is_superuser') as super`),
    );
    expect(who).toEqual({ user: 'authenticator', super: 'off' });
    for (const statement of [
      'select id from public.cities',
      'select public.pull_cities(null, null, 1)',
      'select app.current_epoch()',
    ]) {
      expect([statement, await sqlState(() => gateway.transaction((tx) => tx.query(statement)))]).toEqual([
        statement,
        '42501',
      ]);
    }
  });

  it('may switch to the three roles of the API, and neither to postgres nor to one of the services', async () => {
    const takes = (role: string) =>
      sqlState(() => gateway.transaction((tx) => tx.exec(`set local role ${role}`)));
    for (const role of ['anon', 'authenticated', 'service_role'])
      expect([role, await takes(role)]).toEqual([role, null]);
    for (const role of ['postgres', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin'])
      expect([role, await takes(role)]).toEqual([role, '42501']);
  });
});

describe('the door', () => {
  const settings = async () => {
    const [row] = await database.query<{ settings: string[] }>(
      `select rolconfig as settings from pg_roles where rolname = 'authenticator'`,
    );
    return row?.settings;
  };
  const DOOR = 'pgrst.db_pre_request=door.before_request';

  it('is what PostgREST asks first, by a setting of its login that the migrations have made', async () => {
    expect(await settings()).toContain(DOOR);
    expect(await database.query('select app.hang_door() as hangs')).toEqual([{ hangs: true }]);
  });

  it('is put back where the setting was lost, and PostgREST told to read it', async () => {
    const told = await within(
      url,
      (sql) =>
        new Promise<string>((resolve, reject) => {
          sql
            .listen('pgrst', resolve, () => {
              sql
                .unsafe('alter role authenticator reset pgrst.db_pre_request; select app.hang_door()')
                .simple()
                .catch(reject);
            })
            .catch(reject);
        }),
    );
    expect(told).toBe('reload config');
    expect(await settings()).toContain(DOOR);
  });

  it('that cannot be hung stops the deploy', async () => {
    await within(asSuperuser(url), async (sql) => {
      await sql
        .unsafe(`revoke set on parameter "pgrst.db_pre_request" from postgres;
        alter role authenticator reset pgrst.db_pre_request`)
        .simple();
      try {
        expect(await sqlState(() => database.query('select app.hang_door()'))).toBe('42501');
      } finally {
        await sql.unsafe(`grant set on parameter "pgrst.db_pre_request" to postgres`);
      }
    });
    await database.query('select app.hang_door()');
    expect(await settings()).toContain(DOOR);
  });

  it('opens to each role of the API, which reach nothing else of ours', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      expect(await database.as(role, null, (tx) => tx.query('select door.before_request()'))).toHaveLength(1);
      const past = () => database.as(role, null, (tx) => tx.query('select app.account_standing()'));
      expect([role, await sqlState(past)]).toEqual([role, '42501']);
    }
  });

  it.each([
    ['deleted', 'delete from auth.users where id = $1', 'PT401'],
    ['suspended', `update auth.users set banned_until = now() + interval '1 day' where id = $1`, 'PT403'],
  ])('is closed to the token of a %s account', async (_, end, code) => {
    const person = await register(database, STUDENT);
    const write = () =>
      database.as('authenticated', person, (tx) =>
        tx.query(`update public.user_profiles set name = 'De Volta' where id = $1`, [person]),
      );
    expect(await sqlState(write)).toBeNull();
    await database.query(end, [person]);
    expect(await sqlState(write)).toBe(code);
  });
});

describe('the limits of a role', () => {
  it.each([
    ['anon', '3s'],
    ['authenticated', '8s'],
    ['service_role', '8s'],
  ] as const)('%s: %s for a statement, eight seconds for a lock', async (role, limit) => {
    const [limits] = await database.as(role, null, (tx) =>
      tx.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      ),
    );
    expect(limits).toEqual({ statement: limit, lock: '8s' });
  });

  it('end a statement of a visitor that takes longer', async () => {
    expect(await sqlState(() => database.as('anon', null, (tx) => tx.query('select pg_sleep(20)')))).toBe(
      '57014',
    );
  });
});

describe('an account', () => {
  /** Acts as Auth itself does. */
  const byAuth = (statement: string, params: (string | null)[]) =>
    within(loginAs(url, 'supabase_auth_admin'), (sql) => sql.unsafe(statement, params));

  it('is created, confirmed, changed, suspended and deleted by the role of Auth', async () => {
    const [id, email] = [randomUUID(), `${randomUUID()}@example.com`];
    await byAuth(
      `insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2,
         '{"provider": "email"}', '{"role": "teacher", "name": "Lia de Auth"}', now(), now())`,
      [id, email],
    );
    await byAuth(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, jsonb_build_object('email', $3::text), 'email')`,
      [id, id, email],
    );
    await byAuth('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    await callAs(database, id, 'complete_registration($1::text::jsonb)', [
      JSON.stringify({ ...TEACHER, name: 'Lia de Auth' }),
    ]);
    const profile = async () => {
      const [row] = await database.query<{ name: string; email: string }>(
        'select name, email from public.user_profiles where id = $1',
        [id],
      );
      return row;
    };
    expect(await profile()).toEqual({ name: 'Lia de Auth', email });
    const other = `${randomUUID()}@example.com`;
    await byAuth(`update auth.users set email = $2, email_change = '' where id = $1`, [id, other]);
    expect(await profile()).toMatchObject({ email: other });
    await byAuth(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id]);
    await byAuth('update auth.users set banned_until = null where id = $1', [id]);
    await byAuth('delete from auth.users where id = $1', [id]);
    expect(await profile()).toEqual({ name: '', email: '' });
  });

  it.each(['teacher', 'student'] as const)('of a %s is deleted by its owner, over the API', async (role) => {
    const id = await register(database, role === 'teacher' ? TEACHER : STUDENT);
    await deleteAccount(database, id);
    expect(await database.query('select from auth.users where id = $1', [id])).toEqual([]);
  });
});

describe('after a restore into another cluster', () => {
  it('a visitor pulls on, within a visitor’s time limit', async () => {
    await database.transaction(async (tx) => {
      for (let n = 0; n < 20; n++)
        await createUser(tx, { role: 'teacher', name: `Professora ${'abcdefghijklmnopqrst'[n]}` });
    });
    const pull = async () => {
      const [row] = await database.as('anon', null, (tx) =>
        tx.query<{ answer: { epoch: unknown; rows: unknown[] } }>(
          'select public.pull_cities(null, null, 5)::jsonb as answer',
        ),
      );
      return row?.answer;
    };
    const before = await pull();
    await database.query(`update app.replication_state set fingerprint = 'another cluster' where true`);
    const first = await pull();
    expect(first?.epoch).not.toEqual(before?.epoch);
    const second = await pull();
    expect(second?.epoch).toEqual(first?.epoch);
    expect(second?.rows).toHaveLength(5);
  });
});

describe('a stored message of Realtime', () => {
  const rows = (topic: string) =>
    database.query<{ event: string; private: boolean; day: string }>(
      `select event, private, tableoid::regclass::text as day from realtime.messages where topic = $1`,
      [topic],
    );

  it('is a row of today for each hint, on a private topic', async () => {
    const today = await database.query<{ day: string }>(
      `select 'realtime.messages_' || to_char(now() at time zone 'UTC', 'YYYY_MM_DD') as day`,
    );
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    expect(await rows('public:changes')).toContainEqual({
      event: 'cities',
      private: true,
      day: today[0]?.day,
    });
  });

  it('may fail: without a table for the day the write succeeds', async () => {
    const other = await createTestDatabase();
    await other.asPlatform(`do $$ declare one regclass; begin
      for one in select inhrelid from pg_inherits where inhparent = 'realtime.messages'::regclass loop
        execute format('drop table %s', one);
      end loop; end $$`);
    await other.query(`update public.cities set active = not active where name = 'Natal'`);
    const person = await other.createUser({ role: 'teacher' });
    expect(await other.query('select from realtime.messages')).toEqual([]);
    expect(await other.query('select from public.user_profiles where id = $1', [person])).toHaveLength(1);
    await other.close();
  });

  it('of an account goes with it', async () => {
    const id = await signUp(database, { role: 'student', name: 'Quem Vai' });
    await database.query(`select realtime.send('{}', 'profile', $1, true)`, [`user:${id}`]);
    expect(await rows(`user:${id}`)).toHaveLength(1);
    await database.query('delete from auth.users where id = $1', [id]);
    expect(await rows(`user:${id}`)).toEqual([]);
  });
});

describe('files', () => {
  it('are deleted by Storage only, whoever asks', async () => {
    const me = await database.createUser({ role: 'student' });
    const add = `insert into storage.objects (bucket_id, name) values ('profile-images', $1)`;
    await database.as('authenticated', me, (tx) => tx.query(add, [`${me}/a.webp`]));
    const remove = 'delete from storage.objects where name = $1';
    const state = await sqlState(() =>
      database.as('authenticated', me, (tx) => tx.query(remove, [`${me}/a.webp`])),
    );
    expect(state).toBe('42501');
    await expect(database.query(remove, [`${me}/a.webp`])).rejects.toThrow(/Use the Storage API/);
  });
});
