/**
 * The rows of a database, without its schema: the schema is what the release's own migrations make, and those never
 * change. So one dump is loaded into PGlite, PostgreSQL and hosted-like databases alike.
 */
import type { Statements } from '../../../supabase/embedded/database.ts';

export interface Dump {
  /** Rows by table, with schema. */
  rows: Record<string, Record<string, unknown>[]>;
  /** Last values of sequences. */
  sequences: Record<string, string>;
  /** The cluster that phones know this database by (app.cluster_fingerprint). */
  fingerprint: string;
  /** The greatest version of a row. */
  newest: string;
}

/** Schemas whose rows people make. */
const SCHEMAS = `('public', 'app', 'auth', 'storage', 'private')`;
/** Kept by the systems themselves. */
const NOT_OURS = `('auth.schema_migrations', 'storage.migrations')`;

const TABLES = `select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ${SCHEMAS}
    and n.nspname || '.' || c.relname not in ${NOT_OURS} order by 1`;

export const tablesOf = async (db: Pick<Statements, 'query'>): Promise<string[]> =>
  (await db.query<{ name: string }>(TABLES)).map(({ name }) => name);

/** Numbers of rows by table. */
export async function rowCounts(db: Pick<Statements, 'query'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(db)) {
    const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

export const countsOf = ({ rows }: Dump): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, list.length]));

/** Every row as JSON text, sorted, with only these columns; all without. */
export async function rowsOf(
  db: Pick<Statements, 'query'>,
  table: string,
  columns?: readonly string[],
): Promise<string[]> {
  const row = columns
    ? `(select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(t)) e where e.key in (select jsonb_array_elements_text($1::text::jsonb)))`
    : 'to_jsonb(t)';
  const found = await db.query<{ row: string }>(
    `select (${row})::text as row from ${table} t order by 1`,
    columns ? [JSON.stringify(columns)] : [],
  );
  return found.map((one) => one.row);
}

export async function columnsOf(db: Pick<Statements, 'query'>): Promise<Map<string, string[]>> {
  const found = await db.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and n.nspname in ${SCHEMAS} and a.attnum > 0 and not a.attisdropped group by 1`,
  );
  return new Map(found.map(({ name, columns }) => [name, columns]));
}

export async function takeDump(db: Pick<Statements, 'query'>): Promise<Dump> {
  const rows: Dump['rows'] = {};
  for (const table of await tablesOf(db))
    rows[table] = (await rowsOf(db, table)).map((row) => JSON.parse(row) as Record<string, unknown>);
  const sequences = await db.query<{ name: string; value: string | null }>(
    `select n.nspname || '.' || c.relname as name, pg_sequence_last_value(c.oid)::text as value
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and n.nspname in ${SCHEMAS}`,
  );
  const [state] = await db.query<{ fingerprint: string }>('select fingerprint from app.replication_state');
  const versions = Object.values(rows).flatMap((list) => list.map((row) => Number(row._xid ?? 0)));
  return {
    rows,
    sequences: Object.fromEntries(sequences.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    fingerprint: state?.fingerprint ?? '',
    newest: String(versions.reduce((most, one) => Math.max(most, one), 0)),
  };
}

/**
 * Loads a dump over the rows of a migrated database, as its superuser: without triggers, as pg_restore does. Afterwards
 * the database passes for the cluster that the dump is from, so that phones go on where they were.
 */
export async function loadDump(db: Statements, dump: Dump): Promise<void> {
  const known = new Set(await tablesOf(db));
  const tables = Object.keys(dump.rows).filter((table) => known.has(table));
  await db.exec(`set session_replication_role = replica`);
  await db.exec(`truncate ${[...known].join(', ')}`);
  for (const table of tables) {
    const rows = dump.rows[table] ?? [];
    if (rows.length === 0) continue;
    const [found] = await db.query<{ columns: string }>(
      `select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         and a.attname in (select jsonb_array_elements_text($2::text::jsonb))`,
      [table, JSON.stringify([...new Set(rows.flatMap(Object.keys))])],
    );
    const columns = found?.columns ?? '';
    await db.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, value] of Object.entries(dump.sequences))
    await db.query(`select setval(to_regclass($1), $2::text::bigint) where to_regclass($1) is not null`, [
      name,
      value,
    ]);
  await db.exec(`set session_replication_role = origin`);
  await passFor(db, dump);
}

/** A later release may define the function anew: then this is done again after its migrations. */
export async function passFor(db: Statements, { fingerprint, newest }: Dump): Promise<void> {
  await db.exec(
    `create or replace function app.cluster_fingerprint() returns text language sql volatile set search_path = ''
     as $$ select '${fingerprint.replaceAll("'", "''")}'::text $$`,
  );
  // Versions go on above the dump's: those of this cluster's own transactions would begin below them.
  await db.query(
    `update app.replication_state set origin = greatest(origin, $1::text::bigint) where singleton`,
    [newest],
  );
}
