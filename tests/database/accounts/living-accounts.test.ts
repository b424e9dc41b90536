/** A token outlives its account by up to an hour, and neither writes nor reads anything in it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actAs, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { asking } from '../../support/door.ts';
import { isHostedRun } from '../../support/postgres-template.ts';
import { PROCEDURES, TABLES } from '../matrix.ts';
import { callAs, count, idOf, refusal, register, STUDENT, signUp, TEACHER } from './account-steps.ts';

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

describe('every request with the token of a deleted account is refused', () => {
  const refused = (statement: string, params: unknown[] = []) =>
    refusal(() => database.as('authenticated', gone, (tx) => tx.query(statement, params)));

  it.each(Object.entries(TABLES))('to read or write %s', async (table, { assignment }) => {
    for (const statement of [
      `select from public.${table}`,
      `insert into public.${table} default values`,
      `update public.${table} set ${assignment}`,
      `delete from public.${table}`,
    ])
      expect([statement, await refused(statement)]).toMatchObject([statement, MISSING]);
  });

  it.each(Object.entries(PROCEDURES))('to call %s', async (_, { call }) => {
    expect(await refused(`select ${call}`, call.includes('$1') ? [gonePupil] : [])).toMatchObject(MISSING);
  });

  it.each(['/rpc/my_data', '/%72pc/my_data', '/rpc/my%5Fdata', '/', ''])(
    'whatever the path and method: %s',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', '']) {
        const ask = () =>
          database.transaction(async (tx) => {
            await actAs(tx, 'authenticated', gone);
            await tx.query(asking({ method, path }));
          });
        expect([method, await refusal(ask)]).toMatchObject([method, MISSING]);
      }
    },
  );
});

it('the door is hung where PostgREST can log in; without PostgREST the server asks it by itself', async () => {
  const [row] = await database.query<{ hangs: boolean }>('select app.hang_door() as hangs');
  expect(row?.hangs).toBe(isHostedRun());
});

it('an account without a profile, a visitor and the server pass', async () => {
  const person = await signUp(database, { role: 'student', name: 'Sem Perfil' });
  expect(await callAs(database, person, 'my_account_state()')).toMatchObject({ state: 'registering' });
  for (const role of ['anon', 'service_role'] as const)
    expect(
      await database.as(role, null, (tx) => tx.query('select id from public.cities limit 1')),
    ).toHaveLength(1);
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

  it('no picture is listed, replaced or removed', async () => {
    const person = await register(database, STUDENT);
    const picture = `${person}/a.webp`;
    await database.as('authenticated', person, (tx) =>
      tx.query(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [picture]),
    );
    const found = (statement: string) =>
      database.as('authenticated', person, (tx) => tx.query(statement, [picture]));
    const list = 'select name from storage.objects where name = $1';
    expect(await found(list)).toHaveLength(1);
    await database.query('delete from auth.users where id = $1', [person]);
    expect(await found(list)).toEqual([]);
    expect(await found(`update storage.objects set metadata = '{}' where name = $1 returning name`)).toEqual(
      [],
    );
    expect(await database.query(list, [picture])).toHaveLength(1);
  });
});
