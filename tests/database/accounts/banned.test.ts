/** A suspended account may still read with a token that has not expired, and nothing else. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeTopic } from '../../../supabase/embedded/realtime/authorize.ts';
import { actAs, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { asking } from '../../support/door.ts';
import { PERSONS, type Person } from '../matrix/rules.ts';
import { PROCEDURES, TABLES } from '../matrix.ts';
import { createPersons, type Ids } from '../support/persons.ts';
import { callAs, count, type Refusal, refusal } from './account-steps.ts';

/**
 * Procedures declared volatile for their settings or their cache; they change no data of a person.
 */
const READS = /^(pull_\w+|search_teachers_with_filters_cached|known_commands)\(/;
const BANNED = { code: 'PT403', hint: 'account_banned' };

let database: TestDatabase;
let ids: Ids;

beforeAll(async () => {
  database = await createTestDatabase();
  ids = await createPersons(database);
  await database.query(`update auth.users set banned_until = now() + interval '1 day'`);
});
afterAll(() => database.close());

class Undo extends Error {}

/** Returns how the person's statement was refused; an accepted statement is rolled back. */
async function refused(person: Exclude<Person, 'visitor'>, statement: string, params: unknown[] = []) {
  try {
    return await refusal(() =>
      database.transaction(async (tx) => {
        const request = await actAs(tx, 'authenticated', ids[person]);
        await request.query(statement, params);
        throw new Undo();
      }),
    );
  } catch (error) {
    if (error instanceof Undo) return null;
    throw error;
  }
}

const people = PERSONS.filter((person) => person !== 'visitor');

describe('every procedure that writes refuses a suspended account', () => {
  const writing = Object.entries(PROCEDURES).filter(([name]) => !READS.test(name));

  it.each(people)('%s', async (person) => {
    const volatile = new Set(
      (
        await database.query<{ name: string }>(
          `select p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name from pg_proc p
           where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
             and has_function_privilege('authenticated', p.oid, 'execute')`,
        )
      ).map(({ name }) => name),
    );
    const found: Record<string, Refusal | null> = {};
    const expected: Record<string, unknown> = {};
    for (const [name, { call, execute }] of writing) {
      if (!volatile.has(name) || execute[PERSONS.indexOf(person)] === 'denied') continue;
      found[name] = await refused(
        person,
        `select ${call}`,
        call.includes('$1') ? [ids['addressed teacher']] : [],
      );
      expected[name] = expect.objectContaining(BANNED);
    }
    expect(Object.keys(found).length).toBeGreaterThan(8);
    expect(found).toEqual(expected);
  });
});

describe('the list of what a suspended account may call', () => {
  const FOR_OTHERS = ['open_partner_requests', 'request_alternatives', 'teacher_demand'];

  it('is every procedure that reads, but for those with which people look for others', async () => {
    const reading = await database.query<{ name: string; signature: string; is_volatile: boolean }>(
      `select p.proname as name, p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as signature,
         p.provolatile = 'v' as is_volatile
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and has_function_privilege('authenticated', p.oid, 'execute')`,
    );
    const expected = reading
      .filter(({ signature, is_volatile }) => !is_volatile || READS.test(signature))
      .map(({ name }) => name)
      .filter((name) => !FOR_OTHERS.includes(name));
    const listed = await database.query<{ name: string }>(
      'select procedure as name from app.suspended_may_call',
    );
    expect(listed.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('holds for every procedure, whoever calls it', async () => {
    const open = new Set(
      (await database.query<{ name: string }>('select procedure as name from app.suspended_may_call')).map(
        ({ name }) => name,
      ),
    );
    const commands = await database.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'begin_command'`,
    );
    for (const { name } of commands) open.add(name);
    expect(commands.length).toBeGreaterThan(50);
    for (const [signature, { call }] of Object.entries(PROCEDURES)) {
      const name = /^\w+/.exec(signature)?.[0] ?? '';
      const params = call.includes('$1') ? [ids['addressed teacher']] : [];
      const answer = await refused('admin', `select ${call}`, params);
      if (!open.has(name)) expect([name, answer]).toMatchObject([name, BANNED]);
      else if (!commands.some((command) => command.name === name))
        expect([name, answer?.hint]).not.toEqual([name, BANNED.hint]);
    }
  });

  it.each([
    ['GET', '/rpc/teacher_demand'],
    ['GET', '/rpc/teacher%5Fdemand'],
    ['GET', '/%72pc/teacher_demand'],
    ['POST', '/rpc/my_data/'],
    ['POST', '/rpc/before_request'],
    ['POST', '/user_profiles'],
    ['PUT', '/user_profiles'],
    ['', ''],
  ])('lets no %s %s through', async (method, path) => {
    const ask = () =>
      database.transaction(async (tx) => {
        await actAs(tx, 'authenticated', ids.student);
        await tx.query(asking({ method, path }));
      });
    expect(await refusal(ask)).toMatchObject(BANNED);
  });
});

describe('rows that people write directly', () => {
  it.each(people)('are refused to %s, whichever the table, and those of its own are read', async (person) => {
    for (const [table, rules] of Object.entries(TABLES)) {
      for (const statement of [
        `insert into public.${table} default values`,
        `update public.${table} set ${rules.assignment}`,
        `delete from public.${table}`,
      ])
        expect([statement, await refused(person, statement)]).toMatchObject([statement, BANNED]);
      const reading = await refused(person, `select 1 from public.${table}`);
      const isDenied = rules.select[PERSONS.indexOf(person)] === 'denied';
      expect([table, reading?.code]).toEqual([table, isDenied ? '42501' : undefined]);
    }
  });

  it('are refused in storage too', async () => {
    const insert = `insert into storage.objects (bucket_id, name) values ('profile-images', $1)`;
    expect(await refused('student', insert, [`${ids.student}/a.png`])).toMatchObject({ code: '42501' });
    await database.query('update auth.users set banned_until = null where id = $1', [ids['other student']]);
    expect(await refused('other student', insert, [`${ids['other student']}/a.png`])).toBeNull();
  });
});

describe('what a suspended account reads', () => {
  it('is all of its own data, with name and address', async () => {
    const person = await database.createUser({ role: 'teacher', name: 'Suspensa Mas Dona' });
    await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      person,
    ]);
    const data = await callAs<Record<string, unknown>>(database, person, 'my_data()');
    expect(JSON.stringify(data)).toContain('Suspensa Mas Dona');
  });

  beforeAll(() =>
    database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      ids['other student'],
    ]),
  );

  it.each(['open_partner_requests()', 'teacher_demand()', 'request_alternatives(gen_random_uuid())'])(
    'is not what others look for: %s',
    async (call) => {
      for (const person of people)
        expect(await refused(person, `select public.${call}`)).toMatchObject(BANNED);
    },
  );

  it.each([
    ['suspended', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['deleted', 'delete from auth.users where id = $1'],
  ])('and one that is %s, hears no hints', async (_, end) => {
    const person = await database.createUser({ role: 'student' });
    const hears = async () =>
      (await authorizeTopic(database, `user:${person}`, { role: 'authenticated', sub: person })).listen;
    expect(await hears()).toBe(true);
    await database.query(end, [person]);
    expect(await hears()).toBe(false);
  });
});

it('a command that was carried out before the suspension is answered as then, and not carried out again', async () => {
  const person = await database.createUser({ role: 'student', name: 'Aluna' });
  const command = randomUUID();
  const post = JSON.stringify({ id: randomUUID(), text: 'Quem vai ao baile?' });
  const write = (id: string) => callAs(database, person, 'create_post($1, $2::text::jsonb)', [id, post]);
  const answer = await write(command);
  await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    person,
  ]);
  expect(await write(command)).toEqual(answer);
  expect(await refusal(() => write(randomUUID()))).toMatchObject(BANNED);
  await database.query(`update auth.users set banned_until = now() - interval '1 second' where id = $1`, [
    person,
  ]);
  expect(await refusal(() => write(randomUUID()))).not.toMatchObject(BANNED);
  expect(await count(database, 'public.command_log where user_id = $1', [person])).toBe(1);
});
