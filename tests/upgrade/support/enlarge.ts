/**
 * Fills tables with copies of their rows, so that a migration meets as many as a large site has. Copies have other keys
 * and are no consistent data: foreign keys and triggers are passed over.
 */
import type { Database } from '../../../supabase/embedded/database.ts';

interface Column {
  name: string;
  type: string;
}

interface Table {
  name: string;
  columns: Column[];
  /** The columns of each unique index. */
  unique: string[][];
}

const TABLES = `select c.oid::regclass::text as name,
    (select jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, null)) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select jsonb_agg(array(
        select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)))
      from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as unique
  from pg_class c
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) order by 1`;

/** How a value of a type becomes another one; `n` is the number of the copy. In the order in which they are preferred. */
const OTHER: readonly (readonly [type: string, (column: string) => string])[] = [
  ['uuid', () => 'gen_random_uuid()'],
  ['bigint', (column) => `${column} + 1000000 + n`],
  ['text', (column) => `left(${column}, 24) || '-' || n`],
  ['timestamp with time zone', (column) => `${column} - n * interval '1 millisecond'`],
];

/** Expressions by column: one column of each unique index gets other values. Null where none can have them. */
function otherValues({ columns, unique }: Table): Map<string, string> | null {
  const chosen = new Map<string, string>();
  for (const names of unique) {
    if (names.some((name) => chosen.has(name))) continue;
    const found = OTHER.flatMap(([type, make]) =>
      columns
        .filter((column) => column.type === type && names.includes(column.name))
        .map((one) => [one.name, make(one.name)] as const),
    )[0];
    if (!found) return null;
    chosen.set(...found);
  }
  return chosen;
}

/** Gives every table that has a row about `rows` rows. Returns the numbers of those that took copies. */
export async function enlarge(db: Database, rows: number): Promise<Map<string, number>> {
  const grown = new Map<string, number>();
  for (const table of await db.query<Table>(TABLES)) {
    const values = otherValues(table);
    const [counted] = await db.query<{ count: number }>(`select count(*)::int as count from ${table.name}`);
    const count = counted?.count ?? 0;
    if (!values || count === 0 || count >= rows) continue;
    const names = table.columns.map(({ name }) => name);
    try {
      const copied = await db.transaction(async (tx) => {
        await tx.exec('set local session_replication_role = replica');
        return tx.query(
          `with copied as (
             insert into ${table.name} (${names.join(', ')}) overriding system value
             select ${names.map((name) => values.get(name) ?? name).join(', ')}
             from ${table.name}, generate_series(1, ${Math.ceil(rows / count)}) n limit ${rows - count}
             on conflict do nothing returning 1
           ) select count(*)::int as count from copied`,
        );
      });
      const added = Number((copied[0] as { count: number } | undefined)?.count ?? 0);
      if (added > 0) grown.set(table.name, count + added);
    } catch (error) {
      // A check that no made-up value passes: the table stays as it is, and is missing in what is returned.
      console.info(`${table.name} stays small: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await db.exec('analyze');
  return grown;
}
