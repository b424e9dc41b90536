/**
 * The procedures that people can call, read from the database: nothing is listed by hand, so that a
 * new one is called too. The keys that a procedure reads from its JSON are found in its source.
 */
import fc from 'fast-check';
import { PROCEDURES } from '../../database/matrix.ts';
import type { Ids } from '../../database/support/persons.ts';
import type { TestDatabase } from '../../support/database.ts';
import { hostileText, hostileValue, valueOfType } from './hostile.ts';

export interface Procedure {
  name: string;
  /** The signature as the matrix writes it. */
  signature: string;
  args: readonly { name: string; type: string }[];
  /** Valid arguments, from the matrix; empty where the matrix calls it without. */
  fitting: Record<string, unknown>;
  /** Words of its source and of the functions that it calls: known fields and values. */
  words: readonly string[];
}

interface Found {
  name: string;
  signature: string;
  arg_names: string[] | null;
  arg_types: string[];
  source: string;
}

/** Procedures of schema public that visitors or signed-in people may call. */
export async function openProcedures(database: TestDatabase, ids: Ids): Promise<Procedure[]> {
  const found = await database.query<Found>(`
    select p.proname as name, p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as signature,
      p.proargnames as arg_names,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality x (t, n) order by n) as arg_types,
      p.prosrc as source
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 2`);
  const inner = await database.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'app'::regnamespace`,
  );
  const sources = new Map(inner.map(({ name, source }) => [name, source]));
  return Promise.all(
    found.map(async ({ name, signature, arg_names, arg_types, source }) => {
      const args = arg_types.map((type, at) => ({ name: arg_names?.[at] ?? '', type }));
      return {
        ...{ name, signature, args },
        fitting: await fittingArgs(database, signature, args, ids),
        words: wordsOf(source, sources),
      };
    }),
  );
}

/** Evaluates the arguments of the matrix's call in the database. */
async function fittingArgs(
  database: TestDatabase,
  signature: string,
  args: Procedure['args'],
  ids: Ids,
): Promise<Record<string, unknown>> {
  const call = PROCEDURES[signature]?.call;
  if (call === undefined) throw new Error(`the matrix has no ${signature}`);
  const list = call
    .slice(call.indexOf('(') + 1, call.lastIndexOf(')'))
    .replaceAll('$1', `'${ids['addressed teacher']}'`);
  if (list.trim() === '' || list.includes('=>')) return {};
  const [row] = await database.query<{ values: unknown[] }>(`select jsonb_build_array(${list}) as values`);
  const values = row?.values ?? [];
  return Object.fromEntries(
    values.map((value, at) => {
      const { name = '', type = '' } = args[at] ?? {};
      return [name, type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  );
}

/** Quoted words of a source and of the functions that it calls, two calls deep. */
function wordsOf(source: string, sources: ReadonlyMap<string, string>, depth = 2): string[] {
  const words = [...source.matchAll(/'([A-Za-zÀ-ÿ_][\wÀ-ÿ ]{0,40})'/g)].map(([, word = '']) => word);
  if (depth > 0) {
    for (const [, called = ''] of source.matchAll(/\bapp\.(\w+)/g))
      words.push(...wordsOf(sources.get(called) ?? '', sources, depth - 1));
  }
  return [...new Set(words)].slice(0, 120);
}

/** Arguments for one call: valid ones with one fault, or entirely different ones. */
export function argumentsOf(
  procedure: Procedure,
  known: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const words = procedure.words.length > 0 ? fc.constantFrom(...procedure.words) : fc.constant('name');
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: words },
    { weight: 3, arbitrary: hostileText },
    { weight: 3, arbitrary: hostileValue },
    fc.array(fc.oneof(words, fc.constantFrom(...known)), { maxLength: 4 }),
  );
  const one = ({ name, type }: Procedure['args'][number]): fc.Arbitrary<unknown> =>
    type === 'jsonb' ? documentOf(procedure.fitting[name], words, value) : valueOfType(type, known);
  const every = fc.record(Object.fromEntries(procedure.args.map((arg) => [arg.name, one(arg)])));
  return fc
    .tuple(every, fc.array(fc.nat(), { maxLength: 2 }), fc.uuid(), fc.nat(11), value)
    .map(([odd, places, id, kind, extra]) => {
      if (kind === 0) return odd;
      const given: Record<string, unknown> = { ...procedure.fitting };
      // A new id each time, or only the first call would do anything.
      if ('command_id' in given) given.command_id = id;
      for (const place of places) {
        const { name = '' } = procedure.args[place % Math.max(1, procedure.args.length)] ?? {};
        if (name in odd) given[name] = odd[name];
      }
      // One argument renamed, and one left out.
      if (kind === 1) return { ...given, odd: extra };
      if (kind === 2) delete given[Object.keys(given)[0] ?? ''];
      return given;
    });
}

function documentOf(
  fitting: unknown,
  words: fc.Arbitrary<string>,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = fc.dictionary(words, value, { maxKeys: 3 });
  const changed = (base: unknown) =>
    fc
      .tuple(fields, fc.array(fc.nat(9), { maxLength: 1 }), fc.uuid(), fc.boolean())
      .map(([more, left, id, isNew]) => changedDocument(base, more, left, isNew ? id : null));
  const sample = Array.isArray(fitting) ? fitting[0] : fitting;
  const one = isFields(sample) ? changed(sample) : fields;
  return fc.oneof(
    { weight: 5, arbitrary: Array.isArray(fitting) ? fc.array(one, { maxLength: 3 }) : one },
    fields,
    fc.array(fields, { maxLength: 3 }),
    hostileValue,
  );
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function changedDocument(base: unknown, more: object, left: readonly number[], id: string | null): unknown {
  const fields: Record<string, unknown> = isFields(base) ? { ...base } : {};
  const names = Object.keys(fields);
  for (const at of left) delete fields[names[at % Math.max(1, names.length)] ?? ''];
  if (id !== null && 'id' in fields) fields.id = id;
  return { ...fields, ...more };
}
