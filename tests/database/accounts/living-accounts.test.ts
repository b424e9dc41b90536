/** A token outlives its account by up to an hour, and neither writes nor reads anything in it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, idOf, refusal, register, STUDENT, TEACHER } from './account-steps.ts';

let database: TestDatabase;
let gone: string;
let gonePupil: string;
beforeAll(async () => {
  database = await createTestDatabase();
  gone = await register(database, TEACHER);
  gonePupil = await register(database, STUDENT);
  await database.query('delete from auth.users where id = any($1::uuid[])', [`{${gone},${gonePupil}}`]);
});
afterAll(() => database.close());

const MISSING = { code: 'PT401', hint: 'account_missing' };

it('every table that people write directly requires a living account', async () => {
  const rows = await database.query<{ name: string; asks: boolean }>(
    `select c.relname as name, exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_living_account'
          -- Before insert, update and delete, for each statement.
          and t.tgtype & 31 = 30
      ) as asks
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update')
         or has_table_privilege('authenticated', c.oid, 'delete')) order by 1`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ asks }) => !asks)).toEqual([]);
});

it('every procedure that begins a command refuses deleted accounts before it writes', async () => {
  const kinds = await database.query<{ kind: string }>(
    `select distinct m[1] as kind from pg_proc p
     cross join lateral regexp_matches(p.prosrc, 'begin_command\\(command_id, ''([a-z_.]+)''', 'g') m
     where p.pronamespace = 'public'::regnamespace`,
  );
  expect(kinds.length).toBeGreaterThan(20);
  for (const { kind } of kinds) {
    const begin = () =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ role: 'authenticated', sub: gone }),
        ]);
        await tx.query(`select app.begin_command($1, $2, '{}')`, [randomUUID(), kind]);
      });
    expect([kind, await refusal(begin)]).toMatchObject([kind, MISSING]);
  }
});

describe('with the token of a deleted account', () => {
  it('a lead is not stored, nor a line in the log; the phone is told that the account is gone', async () => {
    const lead = { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Zouk' };
    const send = () =>
      callAs(database, gone, 'create_lead($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(lead)]);
    expect(await refusal(send)).toMatchObject(MISSING);
    expect(await count(database, 'public.student_leads', [])).toBe(0);
    expect(await count(database, 'public.command_log where user_id = $1', [gone])).toBe(0);
  });

  it('no row is written directly, not even to one’s own old rows', async () => {
    const style = await idOf(database, 'dance_styles', 'Zouk');
    const writes: [string, unknown[]][] = [
      [`update public.teachers set bio = 'De volta' where id = $1`, [gone]],
      ['insert into public.teacher_dance_styles values ($1, $2)', [gone, style]],
      [`update public.user_profiles set name = 'De Volta' where id = $1`, [gone]],
      [`insert into public.pwa_subscriptions (user_id, fcm_token) values ($1, repeat('f', 200))`, [gone]],
    ];
    for (const [statement, params] of writes) {
      const write = () => database.as('authenticated', gone, (tx) => tx.query(statement, params));
      expect([statement, await refusal(write)]).toMatchObject([statement, MISSING]);
    }
  });

  it('no picture is stored', async () => {
    const store = () =>
      database.as('authenticated', gonePupil, (tx) =>
        tx.query(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [
          `${gonePupil}/a.webp`,
        ]),
      );
    expect(await refusal(store)).toMatchObject({ code: '42501' });
  });
});

/** A refusal, nothing, that the account is removed, or tombstones: what a phone needs to forget the account. */
const ANONYMOUS =
  /^(PT401|PT409|42501|null|\[\]|\{"draft":null,"email":null,"state":"removed".*"profile":null.*|\{.*"(rows|ids)":\[\].*)$/;

describe('what the token of a deleted account reads', () => {
  it.each(['my_data()', 'open_partner_requests()', 'teacher_demand()'])(
    '%s tells that the account is gone',
    async (call) => {
      for (const person of [gone, gonePupil])
        expect([call, await refusal(() => callAs(database, person, call))]).toMatchObject([call, MISSING]);
    },
  );

  it('no procedure answers with a row of a person', async () => {
    const names = await database.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.pronargs - p.pronargdefaults = 0
         and has_function_privilege('authenticated', p.oid, 'execute')
         and not has_function_privilege('anon', p.oid, 'execute') order by 1`,
    );
    expect(names.length).toBeGreaterThan(10);
    for (const { name } of names) {
      let answer: unknown = null;
      const refused = await refusal(async () => {
        answer = await callAs(database, gone, `${name}()`);
      });
      const text = refused === null ? JSON.stringify(answer) : refused.code;
      expect([name, text]).toEqual([name, expect.stringMatching(ANONYMOUS)]);
    }
  });
});
