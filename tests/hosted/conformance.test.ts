/**
 * The conformance suite's own tables beside the product in one project: created, reachable, and
 * removed without a trace.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { down, up } from '../conformance/project.ts';
import { sqlState } from '../support/database.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cloneDatabase, ownTemplate } from '../support/postgres-template.ts';
import { asSuperuser, loginAs, within } from './cluster.ts';
import { pushMigrations } from './push.ts';

let url: string;
const owners = (verb: string) =>
  within(asSuperuser(url), (sql) =>
    sql.unsafe(
      `${verb} supabase_storage_admin, supabase_realtime_admin ${verb === 'grant' ? 'to' : 'from'} postgres`,
    ),
  );

beforeAll(async () => {
  url = loginAs(await cloneDatabase((await ownTemplate())?.url ?? ''), 'postgres');
  // Imitates hosted Supabase, where postgres may create policies on these tables.
  await owners('grant');
});
afterAll(() => owners('revoke'));

/** Everything in the catalogues that the suite could leave behind. */
const catalogue = () =>
  within(
    url,
    (sql) => sql`
      select 'table' as kind, c.oid::regclass::text || ' ' || coalesce(c.relacl::text, '') as what from pg_class c
      where relnamespace = 'public'::regnamespace
      union all select 'function', oid::regprocedure || ' ' || coalesce(proacl::text, '') from pg_proc
      where pronamespace = 'public'::regnamespace
      union all select 'policy', schemaname || '.' || tablename || ' ' || policyname from pg_policies
      union all select 'published', tablename from pg_publication_tables
      union all select 'bucket', id from storage.buckets
      union all select 'migration', version from supabase_migrations.schema_migrations
      union all select 'person', id::text from auth.users
      order by 1, 2`,
  );

const as = (role: string, statement: string) =>
  within(loginAs(url, 'authenticator'), (sql) =>
    sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      return tx.unsafe(statement);
    }),
  );

it('shares no version with the product, nor comes between its migrations', () => {
  const version = (file: string) => file.slice(0, 14);
  const product = readdirSync(migrationsDir).map(version);
  const suite = readdirSync('tests/conformance/migrations').map(version);
  expect(suite.filter((one) => product.includes(one))).toEqual([]);
});

it('is created beside the product, gets its grants, and is removed without a trace', async () => {
  const before = await catalogue();
  await up(url);
  await up(url);
  expect(await as('anon', 'select * from public.notes')).toEqual([]);
  expect(await as('service_role', 'select word from public.vault')).toEqual([{ word: 'sesame' }]);
  expect(await as('authenticated', 'select public.shout($$a$$, 2) as said')).toEqual([{ said: 'AA' }]);
  expect(await sqlState(() => as('anon', 'select * from public.vault'))).toBe('42501');
  expect(await sqlState(() => as('anon', `insert into public.tags (label) values ('x')`))).toBe('42501');

  // The product's migration history is unchanged: the CLI does not see the suite.
  const { status, output } = await pushMigrations(url);
  expect([status, output]).toEqual([0, expect.stringContaining('up to date')]);
  // pushMigrations takes the temporary ownership back.
  await owners('grant');

  await within(
    url,
    (sql) =>
      sql`insert into auth.users (id, email) values (gen_random_uuid(), 'pessoa-1-2-3@danceflix.test')`,
  );
  await down(url);
  expect(await catalogue()).toEqual(before);
  await down(url);
});

it('removes the files of its buckets too', async () => {
  await up(url);
  await within(
    asSuperuser(url),
    (sql) => sql`insert into storage.objects (bucket_id, name) values ('papers', 'a/b.txt')`,
  );
  await expect(down(url)).rejects.toThrow('The buckets hold files');
  expect(await as('anon', 'select * from public.notes')).toEqual([]);
});
