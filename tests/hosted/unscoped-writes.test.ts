/**
 * Finds statements that pg_safeupdate would refuse on a hosted project, in any function of the
 * product.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FunctionSource, loadParser, unscopedWrites, unscopedWritesOf } from './unscoped.ts';

interface Source extends FunctionSource {
  name: string;
}

let database: TestDatabase;
beforeAll(async () => {
  await loadParser();
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Every function of a schema that is not Supabase's or PostgreSQL's. */
const functions = (only = '.*') =>
  database.query<Source>(
    `select p.oid::regprocedure::text as name, l.lanname as language, pg_get_functiondef(p.oid) as definition,
       case when p.prosqlbody is null then p.prosrc end as body
     from pg_proc p join pg_language l on l.oid = p.prolang join pg_namespace n on n.oid = p.pronamespace
     where p.prokind in ('f', 'p') and p.proname ~ $1
       and n.nspname not in ('auth', 'cron', 'extensions', 'information_schema', 'net', 'pg_catalog', 'realtime',
         'storage', 'vault')
     order by 1`,
    [only],
  );

it('no function of the product updates or deletes without WHERE', async () => {
  const all = await functions();
  expect(all.length).toBeGreaterThan(200);
  expect(all.flatMap((one) => unscopedWritesOf(one).map((found) => `${one.name}: ${found}`))).toEqual([]);
});

describe('an unscoped write is found', () => {
  it.each([
    ['in SQL', 'sql', 'update public.cities set active = active', 'update public.cities'],
    [
      'in a part of SQL',
      'sql',
      'with gone as (delete from app.rate_counts returning 1) select from gone',
      'delete from app.rate_counts',
    ],
    [
      'in PL/pgSQL',
      'plpgsql',
      'begin if true then delete from app.rate_counts; end if; end',
      'delete from app.rate_counts',
    ],
    [
      'in a loop',
      'plpgsql',
      'declare r record; begin for r in update public.cities set active = active returning id loop null; end loop; end',
      'update public.cities',
    ],
    [
      'in text that is executed',
      'plpgsql',
      `begin execute 'delete from app.rate_counts'; end`,
      'delete from app.rate_counts',
    ],
    [
      'in text with a place for a name',
      'plpgsql',
      `declare t text := 'cities'; begin execute format('update public.%I set _xid = -1', t); end`,
      'update public.x',
    ],
    [
      'in text that is put together',
      'plpgsql',
      `declare t text; begin t := 'delete from ' || 'app.' || t; execute t; end`,
      'delete from app.x',
    ],
    [
      'in half a statement',
      'plpgsql',
      `declare t text := 'delete from'; begin execute concat(t, ' ', 'app.rate_counts'); end`,
      'text "delete from"',
    ],
  ])('%s', async (_, language, body, found) => {
    await database.exec(
      `create or replace function app.planted() returns void language ${language} as $body$ ${body} $body$`,
    );
    const [planted] = await functions('^planted$');
    if (planted === undefined) throw new Error('nothing was planted');
    expect(unscopedWritesOf(planted).map((one) => one.replace(/\s+/g, ' '))).toEqual([found]);
    await database.exec('drop function app.planted()');
  });

  it.each([
    'update public.cities set active = active where true',
    'delete from app.rate_counts where false',
    'insert into app.rate_counts select * from app.rate_counts on conflict do nothing',
    'select id from public.cities for update',
  ])('but not in %s', (statement) => {
    expect(unscopedWrites(statement)).toEqual([]);
  });
});

it('a request that sends one is refused as on hosted Supabase, and leaves nothing', async () => {
  const admin = await database.createUser({ role: 'admin' });
  const change = database.as('authenticated', admin, (tx) =>
    tx.query('update public.cities set active = not active'),
  );
  await expect(change).rejects.toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' });
});
