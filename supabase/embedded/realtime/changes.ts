import { z } from 'zod';
import { actAs, type Claims } from '../claims.ts';
import type { Database } from '../database.ts';
import type { ChangeFilter } from './protocol.ts';

const announced = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  key: z.record(z.string(), z.unknown()),
  timestamp: z.string(),
});
export type Announced = z.infer<typeof announced>;
type Row = Record<string, unknown>;

export function parseAnnounced(text: string): Announced {
  return announced.parse(JSON.parse(text));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const relation = (change: Announced) => `${quote(change.schema)}.${quote(change.table)}`;

/** Columns of a table with their types, in the format of postgres_changes. */
export async function columnsOf(
  db: Database,
  change: Announced,
): Promise<Array<{ name: string; type: string }>> {
  return db.query(
    `select a.attname as name, t.typname as type from pg_catalog.pg_attribute a
     join pg_catalog.pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [relation(change)],
  );
}

/**
 * The part of a changed row that a subscriber may see: only columns it may select, nothing when a policy hides the row.
 * For a deleted row only the key, shown to subscribers that may select its columns, because policies cannot be checked
 * any more. Source: https://supabase.com/docs/guides/realtime/postgres-changes
 */
export async function readAs(db: Database, claims: Claims, change: Announced): Promise<Row | null> {
  const keys = Object.keys(change.key);
  if (keys.length === 0) return null;
  return db.transaction(async (tx) => {
    const columns = await tx.query<{ name: string }>(
      `select a.attname as name from pg_catalog.pg_attribute a
       where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
         and has_schema_privilege($2, $3, 'usage')
         and has_column_privilege($2, a.attrelid, a.attnum, 'select') order by a.attnum`,
      [relation(change), claims.role, change.schema],
    );
    const visible = columns.map((column) => column.name);
    if (!keys.every((key) => visible.includes(key))) return null;
    if (change.type === 'DELETE') return change.key;
    await actAs(tx, claims);
    const [row] = await tx.query<{ record: Row }>(
      `select to_jsonb(x) as record from (
         select ${visible.map(quote).join(', ')} from ${relation(change)}
         where ${keys.map((key, index) => `${quote(key)}::text = $${index + 1}`).join(' and ')}) x`,
      keys.map((key) => String(change.key[key])),
    );
    return row?.record ?? null;
  });
}

export function concerns(filter: ChangeFilter, change: Announced): boolean {
  return (
    (filter.event === '*' || filter.event === change.type) &&
    (filter.schema === '*' || filter.schema === change.schema) &&
    (filter.table === undefined || filter.table === '*' || filter.table === change.table)
  );
}

type Compare = (value: unknown, operand: string) => boolean;
const order = (value: unknown, operand: string) =>
  typeof value === 'number' ? value - Number(operand) : String(value).localeCompare(operand);
const COMPARE: Readonly<Record<string, Compare>> = {
  eq: (value, operand) => String(value) === operand,
  neq: (value, operand) => String(value) !== operand,
  lt: (value, operand) => order(value, operand) < 0,
  lte: (value, operand) => order(value, operand) <= 0,
  gt: (value, operand) => order(value, operand) > 0,
  gte: (value, operand) => order(value, operand) >= 0,
  in: (value, operand) =>
    operand
      .replace(/^\(|\)$/g, '')
      .split(',')
      .includes(String(value)),
};

/** Whether the row matches `column=operator.value` of `.on('postgres_changes', { filter })`. */
export function passes(filter: string | undefined, row: Row): boolean {
  if (filter === undefined) return true;
  const [, column = '', operator = '', operand = ''] = /^([^=]+)=([a-z]+)\.(.*)$/s.exec(filter) ?? [];
  const value = row[column];
  return value !== null && value !== undefined && (COMPARE[operator]?.(value, operand) ?? false);
}
