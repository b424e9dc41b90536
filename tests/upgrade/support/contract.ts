/**
 * The contract of a release: every question that its phones ask, with what the database says about it (arguments,
 * columns, types, who may) and the shape of the answers. A server has to keep it for phones of the last two releases.
 */
import type { Statements } from '../../../supabase/embedded/database.ts';
import type { Exchange } from './exchange';
import { missedIn } from './shape';

interface Argument {
  name: string;
  type: string;
  required: boolean;
}

interface Procedure {
  arguments: Argument[];
  /** Its result's type, and the columns where it has some. */
  returns: string;
  columns: Record<string, string>;
  roles: string[];
}

interface Relation {
  columns: Record<string, string>;
  /** `<role> <privilege>`. */
  roles: string[];
}

export interface Facts {
  procedures: Record<string, Procedure[]>;
  relations: Record<string, Relation>;
}

export interface Contract {
  exchanges: Exchange[];
  facts: Facts;
}

const ROLES = `(values ('anon'), ('authenticated')) as r (name)`;

/** Reads what a migrated database says about everything that can be asked: all of the schema `public`. */
export async function readFacts(db: Statements): Promise<Facts> {
  const procedures = await db.query<{ name: string; facts: Procedure }>(`
    select p.proname as name, jsonb_build_object(
      'arguments', (
        select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, null),
          'required', a.place <= p.pronargs - p.pronargdefaults) order by a.place), '[]')
        from (
          select x.name, x.type, row_number() over (order by x.at) as place
          from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]),
            coalesce(p.proargmodes, array_fill('i'::"char", array[p.pronargs]))) with ordinality as x (name, type, mode, at)
          where x.mode in ('i', 'b', 'v') and x.type is not null
        ) a),
      'returns', case when p.proretset then 'setof ' else '' end || format_type(p.prorettype, null),
      'columns', (
        select coalesce(jsonb_object_agg(c.name, c.type), '{}') from (
          select x.name, format_type(x.type, null) as type
          from unnest(p.proargnames, p.proallargtypes, p.proargmodes) as x (name, type, mode) where x.mode in ('t', 'o')
          union all
          select a.attname, format_type(a.atttypid, null) from pg_type t
          join pg_attribute a on a.attrelid = t.typrelid
          where t.oid = p.prorettype and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped
        ) c),
      'roles', (select coalesce(jsonb_agg(r.name), '[]') from ${ROLES} where has_function_privilege(r.name, p.oid, 'execute'))
    ) as facts
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.prorettype <> 'trigger'::regtype order by 1`);
  const relations = await db.query<{ name: string; facts: Relation }>(`
    select c.relname as name, jsonb_build_object(
      'columns', (
        select coalesce(jsonb_object_agg(a.attname, format_type(a.atttypid, null)), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'roles', (
        select coalesce(jsonb_agg(r.name || ' ' || p.name), '[]')
        from ${ROLES}, (values ('select'), ('insert'), ('update'), ('delete')) as p (name)
        where has_table_privilege(r.name, c.oid, p.name)
          or (p.name <> 'delete' and has_any_column_privilege(r.name, c.oid, p.name)))
    ) as facts
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`);
  const grouped: Facts['procedures'] = {};
  for (const { name, facts } of procedures) grouped[name] = [...(grouped[name] ?? []), facts];
  return {
    procedures: grouped,
    relations: Object.fromEntries(relations.map(({ name, facts }) => [name, facts])),
  };
}

/** A release's contract: what was asked, and of the database only that. */
export function contractOf(exchanges: Exchange[], all: Facts): Contract {
  const asked = (kind: string) =>
    new Set(
      exchanges.flatMap(({ question }) =>
        question.split(' ')[0] === kind ? [question.split(' ')[1] ?? ''] : [],
      ),
    );
  const tables = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].flatMap((method) => [...asked(method)]));
  const only = <T>(entries: Record<string, T>, names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => names.has(name)));
  return {
    exchanges,
    facts: { procedures: only(all.procedures, asked('rpc')), relations: only(all.relations, tables) },
  };
}

/** The things that phones of the contract's release would miss on a database with these facts, one line each. */
export function brokenBy({ exchanges, facts: promised }: Contract, present: Facts): string[] {
  return exchanges.flatMap((exchange) => {
    const [kind = '', name = ''] = exchange.question.split(' ');
    const faults =
      kind === 'rpc'
        ? procedureFaults(exchange, promised.procedures[name] ?? [], present.procedures[name] ?? [])
        : kind === 'function'
          ? []
          : relationFaults(exchange, promised.relations[name], present.relations[name]);
    return faults.map((fault) => `${exchange.question}: ${fault}`);
  });
}

/** PostgREST takes the procedure whose arguments have the names that are sent. */
function calledBy(procedures: readonly Procedure[], sent: readonly string[]): Procedure | undefined {
  return procedures.find(
    ({ arguments: all }) =>
      sent.every((name) => all.some((one) => one.name === name)) &&
      all.every(({ name, required }) => !required || sent.includes(name)),
  );
}

function procedureFaults(
  { always, names }: Exchange,
  promised: readonly Procedure[],
  present: readonly Procedure[],
): string[] {
  if (present.length === 0) return ['the procedure is gone'];
  return [always, names]
    .flatMap((sent) => {
      const before = calledBy(promised, sent);
      // Only a refused call has such names.
      if (!before) return [];
      const now = calledBy(present, sent);
      if (!now) return [`takes no call with (${sent.join(', ')})`];
      const types = now.arguments.flatMap(({ name, type }) => {
        const was = before.arguments.find((one) => one.name === name)?.type;
        return was !== undefined && was !== type && sent.includes(name)
          ? [`${name} is ${type} instead of ${was}`]
          : [];
      });
      return [
        ...types,
        ...(now.returns === before.returns ? [] : [`answers ${now.returns} instead of ${before.returns}`]),
        ...columnFaults(before.columns, now.columns, Object.keys(before.columns)),
        ...before.roles
          .filter((role) => !now.roles.includes(role))
          .map((role) => `${role} may no longer call it`),
      ];
    })
    .filter((fault, at, all) => all.indexOf(fault) === at);
}

function relationFaults(
  { names }: Exchange,
  before: Relation | undefined,
  now: Relation | undefined,
): string[] {
  if (!before) return [];
  if (!now) return ['the table is gone'];
  const asked = names.includes('*') ? Object.keys(before.columns) : names;
  return [
    ...columnFaults(before.columns, now.columns, asked),
    ...before.roles.filter((role) => !now.roles.includes(role)).map((role) => `no longer: ${role}`),
  ];
}

function columnFaults(
  before: Record<string, string>,
  now: Record<string, string>,
  asked: readonly string[],
): string[] {
  return asked.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (was === undefined || was === is) return [];
    return [
      is === undefined ? `the column ${name} is gone` : `the column ${name} is ${is} instead of ${was}`,
    ];
  });
}

/** `data` of content differs by the kind of its row, and the kinds that tests happen to pull differ by run. */
const OF_A_KIND = /content\.rows\[\]\.data\.\w+ is missing$/;

/**
 * Whether a field is missing only because of what was asked: a column that some request does not select, which the
 * database is asked for apart (brokenBy), or a field of one kind of row.
 */
function isByChance(fault: string, { selected = ['*'] }: Exchange): boolean {
  const column = /^\[\]\.(\w+) is missing$/.exec(fault)?.[1];
  const isUnasked = column !== undefined && !selected.includes('*') && !selected.includes(column);
  return isUnasked || OF_A_KIND.test(fault);
}

/** Answers recorded now that phones of the release could not read. `compared`: questions of which both have answers. */
export function misreadBy(
  { exchanges }: Contract,
  recorded: readonly Exchange[],
): { faults: string[]; compared: number } {
  let compared = 0;
  const faults = exchanges.flatMap(({ question, answer }) => {
    const now = recorded.find((one) => one.question === question);
    if (!answer || !now?.answer) return [];
    compared += 1;
    return missedIn(answer, now.answer)
      .filter((fault) => !isByChance(fault, now))
      .map((fault) => `${question}: ${fault}`);
  });
  return { faults, compared };
}
