import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import type { Database, Statements } from './database.ts';
import { messageOf, StartFailure } from './start-failure.ts';

/** Arbitrary lock id: two servers starting on one PostgreSQL prepare it one after the other. */
const PREPARE_LOCK = 4_000_001;

const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text not null primary key, statements text[], name text, created_by text, idempotency_key text, rollback text[]
);
create schema if not exists embedded;
create table if not exists embedded.facts (name text primary key, value text not null);`;

/**
 * Gives a database the objects of hosted Supabase (auth, storage, realtime, roles, privileges) and runs the migrations.
 * Each migration is one transaction; the first failure stops with its file and message. A database with migrations that
 * the folder lacks is refused before anything is written.
 * Returns the names of the files applied. Throws StartFailure.
 */
export async function prepareDatabase(db: Database, options: { migrationsDir: string }): Promise<string[]> {
  const files = await migrationFiles(options.migrationsDir);
  await refuseOtherHistory(db, new Map(files.map((file) => [versionOf(file), nameOf(file)])));
  await prepareSystem(db);
  const applied: string[] = [];
  // Most starts have nothing to apply, which this one query tells.
  const before = new Set(
    (await db.query<{ version: string }>('select version from supabase_migrations.schema_migrations')).map(
      ({ version }) => version,
    ),
  );
  for (const file of files) {
    if (before.has(versionOf(file))) continue;
    const sql = await readFile(join(options.migrationsDir, file), 'utf8');
    if (await applyMigration(db, file, sql)) applied.push(file);
  }
  await db.exec('select realtime.follow_publication()');
  return applied;
}

/** Reads a note about this database outside the product's tables, such as whether demo data were inserted. */
export async function readFact(db: Statements, name: string): Promise<string | null> {
  const [row] = await db.query<{ value: string }>('select value from embedded.facts where name = $1', [name]);
  return row?.value ?? null;
}

export async function writeFact(db: Statements, name: string, value: string): Promise<void> {
  await db.query(
    'insert into embedded.facts values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );
}

/**
 * Refuses a database that another version of Danceflix migrated: its tables differ from those that this version
 * expects, and migrating it further would mix both. The same stamp with another name is another migration.
 */
async function refuseOtherHistory(db: Statements, known: ReadonlyMap<string, string>): Promise<void> {
  const [history] = await db.query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  );
  if (!history?.there) return;
  const applied = await db.query<{ version: string; name: string | null }>(
    'select version, name from supabase_migrations.schema_migrations order by version',
  );
  const others = applied.filter(
    ({ version, name }) => !known.has(version) || (name !== null && name !== known.get(version)),
  );
  const [first] = others;
  if (first === undefined) return;
  throw new StartFailure(
    `The database was made by another version of Danceflix: it has ${others.length} migrations that this version does` +
      ` not have, the first is ${first.version}_${first.name ?? 'without_name'}. Nothing was changed in it. Delete the` +
      ' data folder, or start with a new data folder (DATA_DIR) or an empty database (DATABASE_URL); to keep what is in' +
      ' it, export it with the version that made it.',
  );
}

async function prepareSystem(db: Database): Promise<void> {
  const parts = [
    getAuthSchemaSql(),
    getStorageSchemaSql(),
    ...(await Promise.all(PRELUDES.map(readPrelude))),
  ];
  const fingerprint = createHash('sha256').update(parts.join('\n;\n')).digest('hex');
  try {
    await db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [PREPARE_LOCK]);
      await tx.exec(HISTORY);
      if ((await readFact(tx, 'system')) === fingerprint) return;
      for (const part of parts) await tx.exec(part);
      await writeFact(tx, 'system', fingerprint);
    });
  } catch (error) {
    throw new StartFailure(`Cannot prepare the database: ${messageOf(error)}`);
  }
}

const PRELUDES = ['prelude.sql', 'prelude-realtime.sql'];
const readPrelude = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');

async function migrationFiles(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter((file) => /^\d+_.*\.sql$/.test(file)).sort();
  } catch (error) {
    throw new StartFailure(`Cannot read the migrations in ${dir}: ${messageOf(error)}`);
  }
}

const versionOf = (file: string) => file.slice(0, file.indexOf('_'));
const nameOf = (file: string) => file.slice(file.indexOf('_') + 1, -'.sql'.length);

/** Returns whether the migration was applied now; false when the database has it already. */
async function applyMigration(db: Database, file: string, sql: string): Promise<boolean> {
  const version = versionOf(file);
  const name = nameOf(file);
  try {
    return await db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [PREPARE_LOCK]);
      const known = await tx.query('select from supabase_migrations.schema_migrations where version = $1', [
        version,
      ]);
      if (known.length > 0) return false;
      await tx.exec(sql);
      await tx.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
        [version, name, sql],
      );
      return true;
    });
  } catch (error) {
    throw new StartFailure(`Migration ${file} failed: ${messageOf(error)}${lineOf(error, sql)}`);
  }
}

/** Line of an SQL error; PostgreSQL gives its position as a count of characters from 1. */
function lineOf(error: unknown, sql: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN;
  if (!Number.isFinite(position)) return '';
  return ` (line ${sql.slice(0, position).split('\n').length})`;
}
