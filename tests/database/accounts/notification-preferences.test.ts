/** Kinds of pushes that a person has switched off. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal, register, STUDENT, signUp } from './account-steps.ts';

let database: TestDatabase;
let me: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, STUDENT);
});

interface Page {
  rows: { id: string; muted_notifications: string[]; _xid: number }[];
  checkpoint: { xid: number; id: string };
}
const pull = (after: Page['checkpoint'] | null = null) =>
  callAs<Page>(database, me, 'pull_profile($1, $2)', [after?.xid ?? null, after?.id ?? null]);
const mute = (muted: string | null, person: string | null = me, command = randomUUID()) =>
  callAs<{ command_id: string; version: number }>(
    database,
    person,
    'set_notification_preferences($1, $2::text::text[])',
    [command, muted],
  );

it('nothing is muted at first; muted groups are part of the own profile', async () => {
  const first = await pull();
  expect(first.rows).toMatchObject([{ id: me, muted_notifications: [] }]);
  const command = randomUUID();
  const answer = await mute('{news,lessons,news}', me, command);
  const { rows } = await pull(first.checkpoint);
  expect(rows).toMatchObject([{ id: me, muted_notifications: ['lessons', 'news'] }]);
  expect(answer).toEqual({ command_id: command, epoch: expect.any(String), version: rows[0]?._xid });
  expect(await mute('{news,lessons,news}', me, command)).toEqual(answer);
  await mute('{}');
  expect((await pull()).rows).toMatchObject([{ muted_notifications: [] }]);
});

it.each([null, '{tudo}', '{news,NULL}', "{news'); drop table x; --}"])('%s is refused', async (muted) => {
  expect(await refusal(() => mute(muted))).toEqual({
    code: '22023',
    hint: 'invalid_value',
    detail: 'muted',
  });
  expect((await pull()).rows).toMatchObject([{ muted_notifications: [] }]);
});

it('is for registered people, by the command only', async () => {
  expect(await refusal(() => mute('{news}', null))).toMatchObject({ code: '42501' });
  const registering = await signUp(database, { role: 'student' });
  expect(await refusal(() => mute('{news}', registering))).toMatchObject({ hint: 'profile_missing' });
  const write = `update public.user_profiles set muted_notifications = '{news}' where id = '${me}'`;
  expect(await sqlState(() => database.as('authenticated', me, (tx) => tx.query(write)))).toBe('42501');
  expect(await sqlState(() => database.query(write.replace('{news}', '{tudo}')))).toBe('23514');
});

it('goes with the account', async () => {
  await mute('{news}');
  await database.query('delete from auth.users where id = $1', [me]);
  expect(
    await database.query('select muted_notifications from public.user_profiles where id = $1', [me]),
  ).toEqual([{ muted_notifications: [] }]);
});
