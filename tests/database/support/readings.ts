/**
 * Everything that one person can read of the database: each relation, column and row by each way
 * that the API has, each pull, list and export, and the planner's estimates of hidden rows. Two
 * worlds in which different people did something anonymous have to read alike.
 */
import type { Statements } from '../../../supabase/embedded/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { PROCEDURES } from '../matrix.ts';

/** Keyed by what was read; null is a visitor's. */
export type Reading = Record<string, unknown>;

const SYSTEM = ['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid'];
const READERS = /^(pull_|visible_ids_|my_)/;

interface Column {
  relation: string;
  name: string;
  type: string;
}

/** The columns that an API role may select; a table grant would include the system columns. */
async function columnsOf(tx: Statements, role: string): Promise<Column[]> {
  return tx.query<Column>(
    `select c.relname as relation, a.attname as name, a.atttypid::regtype::text as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f') and not a.attisdropped
       and (a.attnum > 0 or a.attname = any ($2))
       and has_column_privilege($1, c.oid, a.attnum, 'select')
     order by c.relname, a.attnum`,
    [role, SYSTEM],
  );
}

/** Rows without an order clause: the position of a row tells when it was written. */
const rowsOf = (relation: string, columns: Column[]) => {
  const named = columns.map(({ name, type }) =>
    SYSTEM.includes(name) && type !== 'oid' ? `"${name}"::text` : `"${name}"`,
  );
  return `(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (select ${named.join()} from public."${relation}") x)`;
};

/**
 * Calls that the role may make, and how: pulls, lists, exports, and questions about the people of
 * `about`.
 */
async function callsOf(
  tx: Statements,
  role: string,
  person: string | null,
  about: readonly string[],
): Promise<[string, string][]> {
  const names = Object.keys(PROCEDURES).map((signature) => signature.slice(0, signature.indexOf('(')));
  const calls: Record<string, string> = {
    search_teachers_with_filters: 'public.search_teachers_with_filters()',
    newest_search_file: 'public.newest_search_file()',
    pending_evaluations_of: `(select jsonb_agg(to_jsonb(p)) from public.pending_evaluations_of('${person}') p)`,
    evaluations_of: `jsonb_build_array(${about.map((other) => `public.evaluations_of('${other}')`).join()})`,
  };
  for (const name of names.filter((name) => READERS.test(name))) calls[name] = `public.${name}()`;
  // Without the server's time, which is another one at every reading.
  calls.pull_changes = `public.pull_changes('${JSON.stringify({ after: placesOf(names, person) })}')::jsonb - 'now'`;
  const allowed = await tx.query<{ name: string }>(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any ($2) and has_function_privilege($1, oid, 'execute')`,
    [role, `{${Object.keys(calls).join()}}`],
  );
  return allowed.map(({ name }) => [name, calls[name] ?? 'null']);
}

/** The beginning of every collection that the person may pull. */
function placesOf(names: readonly string[], person: string | null): Record<string, [number, string]> {
  const everybodys = ['cities', 'dance_styles', 'teachers', 'content'];
  const pulled = names.filter((name) => /^pull_(?!changes)/.test(name)).map((name) => name.slice(5));
  return Object.fromEntries(
    pulled
      .filter((name) => person !== null || everybodys.includes(name))
      .map((name) => [name, [0, '00000000-0000-0000-0000-000000000000']]),
  );
}

export async function readAll(
  database: TestDatabase,
  person: string | null,
  about: readonly string[],
): Promise<Reading> {
  const role = person === null ? 'anon' : 'authenticated';
  const byRelation = new Map<string, Column[]>();
  for (const column of await columnsOf(database, role))
    byRelation.set(column.relation, [...(byRelation.get(column.relation) ?? []), column]);
  const parts = [
    ...[...byRelation].map(([relation, columns]) => [relation, rowsOf(relation, columns)]),
    ...(await callsOf(database, role, person, about)),
  ];
  return database.as(role, person, async (tx) => {
    const reading: Reading = {};
    // Split into several statements, because no function takes that many arguments.
    for (let from = 0; from < parts.length; from += 20) {
      const some = parts.slice(from, from + 20).map(([name, expression]) => `'${name}', ${expression}`);
      const [row] = await tx.query<{ read: Reading }>(`select jsonb_build_object(${some.join()}) as read`);
      Object.assign(reading, row?.read);
    }
    return reading;
  });
}

/**
 * The number of rows that the planner expects where a column names one of these people: PostgREST
 * returns it for `Prefer: count=planned`, and it is computed from all rows, whatever the policies
 * hide.
 */
export async function estimates(
  database: TestDatabase,
  person: string | null,
  about: readonly string[],
): Promise<Reading> {
  const role = person === null ? 'anon' : 'authenticated';
  await database.exec('analyze');
  const columns = (await columnsOf(database, role)).filter(({ type }) => type === 'uuid');
  return database.as(role, person, async (tx) => {
    const reading: Reading = {};
    for (const { relation, name } of columns) {
      for (const other of about) {
        const [row] = await tx.query<Record<string, [{ Plan: { 'Plan Rows': number } }]>>(
          `explain (format json) select 1 from public."${relation}" where "${name}" = '${other}'`,
        );
        reading[`${relation}.${name} = ${other}`] = row?.['QUERY PLAN']?.[0].Plan['Plan Rows'];
      }
    }
    return reading;
  });
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)$/;
/**
 * Numbers from FIRST on that are transaction ids: a new cluster has used up more before the tests
 * begin.
 */
const FIRST = 500;
/** Sort key of the Mural: milliseconds left until a distant date. */
const COUNTDOWN = /^\d{15}$/;
const TRANSACTION = /^(_?xid|xmin|xmax|version|horizon|ceiling)$/;

const SHUFFLED = /\b(public_evaluations|evaluations|evaluations_received)$/;

/**
 * The readings after each transaction id and each moment since `since.at` is replaced by its rank
 * among all of them, and each new id by a placeholder: the part that an observer can compare. Equal
 * values stay equal, and their order is kept.
 */
export function comparable(story: unknown, since: { at: number; known: ReadonlySet<string> }): unknown {
  const [numbers, moments, countdowns] = [new Set<number>(), new Set<string>(), new Set<string>()];
  const isTransaction = (key: string, value: unknown) => TRANSACTION.test(key) && Number(value) >= FIRST;
  const isCountdown = (key: string, value: unknown): value is string =>
    key === 'sort_key' && typeof value === 'string' && COUNTDOWN.test(value);
  const isMoment = (value: unknown): value is string =>
    typeof value === 'string' && MOMENT.test(value) && Date.parse(value) >= since.at;
  walk(story, (key, value) => {
    if (isTransaction(key, value)) numbers.add(Number(value));
    else if (isMoment(value)) moments.add(value);
    else if (isCountdown(key, value)) countdowns.add(value);
    return value;
  });
  const ofNumber = places([...numbers].sort((a, b) => a - b));
  const ofMoment = places([...moments].sort((a, b) => Date.parse(a) - Date.parse(b) || (a < b ? -1 : 1)));
  const ofCountdown = places([...countdowns].sort());
  return walk(story, (key, value) => {
    if (key === 'epoch') return 'an epoch';
    if (isTransaction(key, value)) return `transaction ${ofNumber.get(Number(value))}`;
    if (isCountdown(key, value)) return `place ${ofCountdown.get(value)}`;
    if (isMoment(value)) return `moment ${ofMoment.get(value)}`;
    if (typeof value === 'string')
      return value.replaceAll(UUID, (id) => (since.known.has(id) ? id : 'another id'));
    return value;
  });
}

const places = <T>(sorted: T[]) => new Map(sorted.map((value, place) => [value, place]));

function walk(value: unknown, leaf: (key: string, value: unknown) => unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, leaf, key));
    // Lists of ids and of evaluations are ordered by id, which is random.
    if (items.every((item) => typeof item === 'string')) return items.sort();
    return SHUFFLED.test(key) ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, leaf, name)]));
  }
  return leaf(key, value);
}

export const idsIn = (value: unknown): string[] => JSON.stringify(value).match(UUID) ?? [];
