/** Ownership of phones: no person is notified on a phone that became another person's. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { register, STUDENT, signUp, TEACHER } from '../accounts/account-steps.ts';
import { newEndpoint, newToken, type PhoneWish, savePhone } from './push-steps.ts';

let database: TestDatabase;
let me: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, STUDENT);
  other = await register(database, { ...TEACHER, name: 'Outra Pessoa' });
});

const save = (wish: Partial<PhoneWish> = {}) => savePhone(database, { person: me, ...wish });
const rowsOf = (person: string) =>
  database.query<Record<string, unknown>>(
    'select * from public.pwa_subscriptions where user_id = $1 order by created_at, id',
    [person],
  );
const activeOf = async (person: string) =>
  (await rowsOf(person)).filter((row) => row.is_active).map((row) => row.endpoint);
const byMe = (statement: string) => database.as('authenticated', me, (tx) => tx.query(statement));

describe('a subscription', () => {
  it('[A144] has its eleven fields', async () => {
    const rows = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'pwa_subscriptions'`,
    );
    expect(rows.map((row) => row.name)).toEqual(
      expect.arrayContaining([
        ...['user_id', 'fcm_token', 'endpoint', 'p256dh_key', 'auth_key', 'user_agent', 'is_active'],
        ...['token_source', 'last_validated_at', 'validation_failures', 'token_expires_at'],
      ]),
    );
  });

  it('[A145][A146][A147] is of FCM, without failures, and expires 30 days after its creation', async () => {
    await database.query(
      'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, $2, $3)',
      [me, newToken(), newEndpoint()],
    );
    const [row] = await database.query(
      `select token_source, is_active, validation_failures, last_validated_at = created_at as validated,
         token_expires_at = created_at + interval '30 days' as lasts
       from public.pwa_subscriptions where user_id = $1`,
      [me],
    );
    expect(row).toEqual({
      token_source: 'fcm',
      is_active: true,
      validation_failures: 0,
      validated: true,
      lasts: true,
    });
  });

  it('[A148] is one per person and endpoint', async () => {
    const endpoint = newEndpoint();
    const insert = (person: string) =>
      database.query(
        'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, $2, $3)',
        [person, newToken(), endpoint],
      );
    await insert(me);
    expect(await sqlState(() => insert(me))).toBe('23505');
    expect(await sqlState(() => insert(other))).toBeNull();
  });

  it('[A259] saved twice with one endpoint is updated: new token, no failures, 30 days more', async () => {
    const endpoint = newEndpoint();
    await save({ endpoint });
    await database.query(
      `update public.pwa_subscriptions set validation_failures = 2, is_active = false,
         token_expires_at = now() - interval '1 day', last_validated_at = now() - interval '31 days' where user_id = $1`,
      [me],
    );
    const token = newToken();
    await save({ endpoint, token });
    const [row, ...rest] = await rowsOf(me);
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ fcm_token: token, is_active: true, validation_failures: 0 });
    const [clock] = await database.query(
      `select token_expires_at > now() + interval '29 days' as renewed, last_validated_at > now() - interval '1 minute'
         as validated from public.pwa_subscriptions where user_id = $1`,
      [me],
    );
    expect(clock).toEqual({ renewed: true, validated: true });
  });

  it('[A258] is found by person, state and source, with two phones too', async () => {
    const find = () =>
      byMe(`select endpoint from public.pwa_subscriptions
        where user_id = '${me}' and is_active and token_source = 'fcm' limit 1`);
    expect(await find()).toEqual([]);
    await save();
    await save();
    expect(await find()).toHaveLength(1);
    await byMe(`update public.pwa_subscriptions set is_active = false where user_id = '${me}'`);
    expect(await find()).toEqual([]);
    expect(await rowsOf(me)).toHaveLength(2);
  });

  it.each([
    ['a token of 99 characters', { token: 't'.repeat(99) }],
    ['a token of 4,097 characters', { token: 't'.repeat(4097) }],
    ['a token with a line break', { token: `${'t'.repeat(100)}\r\nAuthorization: x` }],
    ['an endpoint without TLS', { endpoint: 'http://example.com/x' }],
    ['an endpoint that is a script', { endpoint: 'javascript:alert(1)' }],
    ['an endpoint with a space', { endpoint: 'https://example.com/a b' }],
    ['an endpoint with a name and a password', { endpoint: 'https://a:b@example.com/' }],
    ['an endpoint without a host', { endpoint: 'https:///x' }],
    ['an endpoint of 2,049 characters', { endpoint: `https://e.com/${'x'.repeat(2035)}` }],
  ])('is refused with %s', async (_, wish) => {
    expect(await sqlState(() => save(wish))).toBe('23514');
  });

  it('accepts the longest token and endpoint, and shortens a long browser name', async () => {
    let random = '';
    while (random.length < 4096) random += randomUUID();
    await save({
      token: random.slice(0, 4096),
      endpoint: `https://e.com/${random.slice(0, 2034)}`,
      agent: 'N'.repeat(900),
    });
    expect(await rowsOf(me)).toMatchObject([{ user_agent: 'N'.repeat(500) }]);
  });
});

describe('a phone that changed hands', () => {
  it.each(['endpoint', 'token'] as const)('notifies its new owner only, known by its %s', async (same) => {
    const [token, endpoint] = [newToken(), newEndpoint()];
    const kept = newEndpoint();
    await save({ person: other, token, endpoint });
    await save({ person: other, endpoint: kept });
    await save(same === 'token' ? { token } : { endpoint });
    expect(await activeOf(other)).toEqual([kept]);
    expect(await activeOf(me)).toHaveLength(1);
    await save({ person: other, token, endpoint });
    expect(await activeOf(me)).toEqual([]);
  });

  it('is not notified again by switching the old subscription on, but by its token', async () => {
    const [token, endpoint] = [newToken(), newEndpoint()];
    await save({ token, endpoint });
    await save({ person: other, token, endpoint });
    const wake = `update public.pwa_subscriptions set is_active = true where user_id = '${me}'`;
    expect(await sqlState(() => byMe(wake))).toBe('42501');
    expect(await activeOf(other)).toEqual([endpoint]);
    await save({ token, endpoint });
    expect(await activeOf(other)).toEqual([]);
  });

  it('is not taken over by writing an inactive subscription', async () => {
    const endpoint = newEndpoint();
    await save({ person: other, endpoint });
    await database.query(
      'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint, is_active) values ($1, $2, $3, false)',
      [me, newToken(), endpoint],
    );
    expect(await activeOf(other)).toEqual([endpoint]);
  });

  it('with a new endpoint and the same token is one phone', async () => {
    const [token, endpoint] = [newToken(), newEndpoint()];
    await save({ token });
    await save({ token, endpoint });
    expect(await activeOf(me)).toEqual([endpoint]);
  });
});

describe('subscriptions', () => {
  it('are ten a person at most, the newest', async () => {
    const endpoints = Array.from({ length: 11 }, newEndpoint);
    for (const [n, endpoint] of endpoints.entries()) {
      await save({ endpoint });
      await database.query(
        `update public.pwa_subscriptions set last_validated_at = now() - make_interval(mins => $1) where endpoint = $2`,
        [20 - n, endpoint],
      );
    }
    expect((await rowsOf(me)).map((row) => row.endpoint).sort()).toEqual(endpoints.slice(1).sort());
  });

  it('are private: other people cannot read, change, take over, create or delete them', async () => {
    await save({ person: other });
    await save();
    const theirs = `user_id = '${other}'`;
    expect(await byMe(`select 1 from public.pwa_subscriptions where ${theirs}`)).toEqual([]);
    expect(
      await byMe(`update public.pwa_subscriptions set is_active = false where ${theirs} returning 1`),
    ).toEqual([]);
    for (const statement of [
      `update public.pwa_subscriptions set user_id = '${other}' where user_id = '${me}'`,
      `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
        values ('${other}', '${newToken()}', '${newEndpoint()}')`,
      `delete from public.pwa_subscriptions where true`,
      `update public.pwa_subscriptions set token_expires_at = now() + interval '10 years' where user_id = '${me}'`,
      `update public.pwa_subscriptions set validation_failures = 0 where user_id = '${me}'`,
      `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint, created_at)
        values ('${me}', '${newToken()}', '${newEndpoint()}', '2001-01-01')`,
    ]) {
      expect([statement, await sqlState(() => byMe(statement))]).toEqual([statement, '42501']);
    }
    expect(await activeOf(other)).toHaveLength(1);
  });

  it('of an endpoint that is not the caller’s phone cannot be made by renaming one', async () => {
    const endpoint = newEndpoint();
    await save({ person: other, endpoint });
    await save();
    const rename = `update public.pwa_subscriptions set endpoint = '${endpoint}' where user_id = '${me}'`;
    expect(await sqlState(() => byMe(rename))).toBe('42501');
    expect(await activeOf(other)).toEqual([endpoint]);
  });

  it('are for registered people: not for visitors, half-registered or deleted accounts', async () => {
    const insert = (person: string) =>
      `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
       values ('${person}', '${newToken()}', '${newEndpoint()}')`;
    const visitor = () => database.as('anon', null, (tx) => tx.query(insert(me)));
    expect(await sqlState(visitor)).toBe('42501');
    const registering = await signUp(database, { role: 'student' });
    expect(await sqlState(() => save({ person: registering }))).toBe('42501');
    await save();
    await database.query('delete from auth.users where id = $1', [me]);
    expect(await rowsOf(me)).toEqual([]);
    expect(await sqlState(() => save())).toBe('PT401');
  });
});
