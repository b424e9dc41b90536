/**
 * The comparison of catalogues, the schema that is read from them, and databases with the
 * migrations of another version.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaText } from '../../../scripts/schema-text.ts';
import { openDatabase } from '../../../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../../../supabase/embedded/prepare.ts';
import { compareCatalogues, readCatalogue } from '../../support/catalogue.ts';
import {
  createTestDatabase,
  describePostgres,
  startTestPostgres,
  type TestDatabase,
} from '../../support/database.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { preparedDump } from '../../support/pglite-dump.ts';

describe('The comparison of two catalogues', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it('finds nothing where nothing has changed', async () => {
    expect(compareCatalogues(await readCatalogue(database), await readCatalogue(database))).toEqual([]);
  });

  it.each([
    ['a column', 'alter table public.posts add column mood text', ['column public.posts 012 mood']],
    [
      'a default',
      `alter table public.posts alter column is_listed set default false`,
      ['column public.posts 007 is_listed'],
    ],
    [
      'a check',
      'alter table public.posts drop constraint posts_older',
      ['constraint public.posts posts_older'],
    ],
    ['an index', 'drop index public.posts_older', ['index public.posts_older']],
    ['row level security', 'alter table public.posts disable row level security', ['relation public.posts']],
    [
      'a right to a column',
      'grant update (email) on public.supporter_tiers to anon',
      ['column public.supporter_tiers 003 email'],
    ],
    ['a right to a table', 'grant delete on public.posts to authenticated', ['relation public.posts']],
    [
      'a right to a function',
      'grant execute on function app.refuse_missing_account() to anon',
      ['function app.refuse_missing_account()'],
    ],
    [
      'a rule of a policy',
      'alter policy "live content is public" on public.content_items using (true)',
      ['policy public.content_items live content is public'],
    ],
    ['a trigger', 'alter table public.posts disable trigger audit', ['trigger public.posts audit']],
    [
      'a setting of a function',
      'alter function app.refuse_missing_account() set work_mem = 1024',
      ['function app.refuse_missing_account()'],
    ],
    [
      'samples of a column',
      'alter table public.reports alter column reason set statistics 10',
      ['column public.reports 005 reason'],
    ],
    [
      'a reference row',
      `update public.cities set active = false where name = 'Natal' or name = 'Curitiba'`,
      ['rows public.cities'],
    ],
    ['a comment', `comment on table public.posts is 'o Mural'`, ['relation public.posts']],
    [
      'default privileges',
      'alter default privileges in schema public grant select on tables to anon',
      ['default privileges of postgres in public on r'],
    ],
  ])('finds %s', async (_, change, found) => {
    const before = await readCatalogue(database);
    await database.exec(change);
    const objects = compareCatalogues(before, await readCatalogue(database)).map(({ object }) => object);
    expect(objects).toEqual(found);
  });

  it('finds another body', async () => {
    const before = await readCatalogue(database);
    await database.exec(
      `create or replace function app.history_length() returns bigint language sql immutable set search_path = '' as 'select 1'`,
    );
    expect(compareCatalogues(before, await readCatalogue(database)).map(({ object }) => object)).toEqual([
      'body app.history_length()',
    ]);
  });
});

describe('supabase/schema.sql', () => {
  it('is what the migrations make: `npm run schema` writes it', async () => {
    const database = await openDatabase({ driver: 'pglite', loadDataDir: await preparedDump(migrationsDir) });
    try {
      const written = await readFile(new URL('../../../supabase/schema.sql', import.meta.url), 'utf8');
      expect(written === (await schemaText(database)), 'run `npm run schema` and commit the file').toBe(true);
    } finally {
      await database.close();
    }
  });
});

describe('A database that another version has made', () => {
  let older: string;
  beforeAll(async () => {
    older = await mkdtemp(join(tmpdir(), 'danceflix-other-migrations-'));
    await cp(migrationsDir, older, { recursive: true });
    await rm(join(older, '20261120004500_reference_data.sql'));
    await writeFile(
      join(older, '20261120004550_mural.sql'),
      'create table public.later (id uuid primary key);',
    );
  });
  afterAll(() => rm(older, { recursive: true }));

  const refusal =
    /made by another version of Danceflix: it has 1 migrations .* first is 20261120004500_reference_data.*new data folder/;

  it('is refused on PGlite, and stays unchanged', async () => {
    const database = await openDatabase({ driver: 'pglite', loadDataDir: await preparedDump(migrationsDir) });
    try {
      const before = await readCatalogue(database);
      await expect(prepareDatabase(database, { migrationsDir: older })).rejects.toThrow(refusal);
      expect(compareCatalogues(before, await readCatalogue(database))).toEqual([]);
      expect(await prepareDatabase(database, { migrationsDir })).toEqual([]);
    } finally {
      await database.close();
    }
  });

  describePostgres('on PostgreSQL', () => {
    it('is refused, and stays unchanged', async () => {
      const postgres = await startTestPostgres();
      try {
        const database = await postgres.createDatabase();
        const before = await readCatalogue(database);
        await expect(prepareDatabase(database, { migrationsDir: older })).rejects.toThrow(refusal);
        expect(compareCatalogues(before, await readCatalogue(database))).toEqual([]);
      } finally {
        await postgres.stop();
      }
    });
  });
});
