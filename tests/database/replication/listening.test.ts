/** Policies of Realtime's messages, also in a project whose Realtime has never run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../supabase/embedded/database/open.ts';
import type { Statements } from '../../../supabase/embedded/database.ts';
import { prepareDatabase } from '../../../supabase/embedded/prepare.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const policies = (from: Statements) =>
  from.query(
    `select policyname, roles::text, cmd, qual, with_check from pg_policies
     where schemaname = 'realtime' and tablename = 'messages' order by policyname`,
  );
const allow = async (within: Statements) => {
  const [row] = await within.query<{ there: boolean }>('select app.allow_listening() as there');
  return row?.there;
};

it('are created as intended, again and again', async () => {
  const meant = await policies(database);
  expect(meant).toHaveLength(3);
  expect(await allow(database)).toBe(true);
  expect(await policies(database)).toEqual(meant);
  await database.exec(`
    drop policy "people hear the hints of their own rows" on realtime.messages;
    alter policy "everybody hears that something public has changed" on realtime.messages using (true);
  `);
  expect(await allow(database)).toBe(true);
  expect(await policies(database)).toEqual(meant);
});

it.each(['anon', 'authenticated'] as const)(
  'refuse hints of %s, even beside a policy that lets everybody speak',
  async (role) => {
    await database.asPlatform(`create policy "everybody speaks" on realtime.messages for insert to anon, authenticated
    with check (true)`);
    const say = (topic: string) =>
      sqlState(() =>
        database.as(role, null, (tx) =>
          tx.query(
            `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'teachers', true)`,
            [topic],
          ),
        ),
      );
    expect(await say('public:changes')).toBe('42501');
    expect(await say('user:3f0c9a52-6d0e-4b57-9d6a-0c3f6c1c7f10')).toBe('42501');
    expect(await say('lobby')).toBe(null);
    await database.asPlatform('drop policy "everybody speaks" on realtime.messages');
  },
);

it.each(['anon', 'authenticated', 'service_role'] as const)('cannot be written by %s', async (role) => {
  expect(await sqlState(() => database.as(role, null, allow))).toBe('42501');
});

it('are left for later where Realtime has never run, and nothing else is', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'danceflix-no-migrations-'));
  const young = await openDatabase({ driver: 'pglite' });
  try {
    await prepareDatabase(young, { migrationsDir: empty });
    await young.exec(
      'drop table realtime.messages; drop function realtime.topic(), realtime.send(jsonb, text, text, boolean)',
    );
    await prepareDatabase(young, { migrationsDir });
    expect(await allow(young)).toBe(false);
    await young.exec(`update public.cities set active = not active where name = 'Natal'`);
    await young.exec(`
      create table realtime.messages (topic text, extension text);
      create function realtime.topic() returns text language sql stable as 'select null::text';
    `);
    expect(await allow(young)).toBe(true);
    expect(await policies(young)).toEqual(await policies(database));
  } finally {
    await young.close();
    await rm(empty, { recursive: true });
  }
});
