/**
 * A phone whose person signed out offline: its secret, sent by a visitor, switches off this phone
 * and no other.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { newEndpoint, newToken, type PhoneWish, savePhone } from './push-steps.ts';

let database: TestDatabase;
let me: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await database.createUser({ role: 'student' });
  other = await database.createUser({ role: 'teacher' });
});

const save = (wish: Partial<PhoneWish> = {}) => savePhone(database, { person: me, ...wish });
const byMe = (statement: string) => database.as('authenticated', me, (tx) => tx.query(statement));
const activeOf = async (person: string) =>
  (
    await database.query<{ endpoint: string }>(
      'select endpoint from public.pwa_subscriptions where user_id = $1 and is_active order by created_at, id',
      [person],
    )
  ).map(({ endpoint }) => endpoint);
const release = async (word: string | null) => {
  const id = randomUUID();
  const [row] = await database.as('anon', null, (tx) =>
    tx.query<{ answer: { command_id: string; released: boolean } }>(
      'select public.release_phone($1, $2) as answer',
      [id, word],
    ),
  );
  expect(row?.answer.command_id).toBe(id);
  return row?.answer.released;
};

it('a phone is silent once a visitor sends its secret, and its person’s other phones are not', async () => {
  const [left, kept, word] = [newEndpoint(), newEndpoint(), randomUUID()];
  await save({ endpoint: left, word });
  await save({ endpoint: kept });
  expect(await release(randomUUID())).toBe(false);
  expect(await release(null)).toBe(false);
  expect(await activeOf(me)).toHaveLength(2);
  expect(await release(word)).toBe(true);
  expect(await activeOf(me)).toEqual([kept]);
  expect(await release(word)).toBe(false);
});

it('[T078] one that was registered again is not switched off by its former secret, which arrives late', async () => {
  const [endpoint, token, former] = [newEndpoint(), newToken(), randomUUID()];
  await save({ endpoint, token, word: former });
  await save({ endpoint, token });
  expect(await release(former)).toBe(false);
  expect(await activeOf(me)).toEqual([endpoint]);
});

it('one that now belongs to another person is not switched off for them', async () => {
  const [endpoint, word] = [newEndpoint(), randomUUID()];
  await save({ person: other, endpoint, word });
  await save({ endpoint });
  expect(await release(word)).toBe(true);
  expect(await activeOf(me)).toEqual([endpoint]);
  expect(await activeOf(other)).toEqual([]);
});

it('the secret does not wake a phone', async () => {
  const word = randomUUID();
  await save({ word });
  await byMe(`update public.pwa_subscriptions set is_active = false where user_id = '${me}'`);
  await release(word);
  expect(await activeOf(me)).toEqual([]);
});

it('neither secret nor hash is part of its person’s own data', async () => {
  await save();
  const [row] = await byMe('select public.my_data() as data');
  const { push_subscriptions: phones } = (row as { data: { push_subscriptions: object[] } }).data;
  expect(phones).toHaveLength(1);
  expect(Object.keys(phones[0] ?? {}).filter((key) => /release|token$|endpoint|_key/.test(key))).toEqual([]);
});

it('a hash is stored, never the secret', async () => {
  await save();
  const plain = `update public.pwa_subscriptions set release_hash = 'word' where user_id = '${me}'`;
  expect(await sqlState(() => byMe(plain))).toBe('23514');
});
