import type { Database } from './database.ts';
import { fitsColumn } from './rest-lists.ts';
import { columnOf, readLogic, readSelection, type Selected, splitList } from './rest-query.ts';

/** Operators that the app uses, and cheap ones: their cost is proportional to the rows examined. */
const OPERATORS = new Set([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
]);
const LOGIC = new Set(['or', 'and', 'not.or', 'not.and']);
const PAGING = new Set(['limit', 'offset']);
/** Limits above everything that the app and its tests request. */
const MOST_EMBEDS = 2;
const MOST_PATHS = 10;
const MOST_CONDITIONS = 40;
const MOST_NESTED = 4;
const MOST_ORDERS = 8;

/** Columns that may be named, with their types; null when unknown, as for a procedure's result. */
type Columns = ReadonlyMap<string, string> | null;

interface Asked {
  table: string;
  columns: Columns;
  selected: readonly Selected[];
  columnsOf(table: string): Columns;
}

/**
 * Refuses requests that the app never sends and that can keep the database busy for minutes: regular expressions, full
 * text search, aggregates, nested embedding, the same column a thousand times. Also refuses names that are not columns:
 * the library looks filters up in plain objects, where `constructor` would remove the filter and `__proto__` would
 * pollute every object. Null when the request is acceptable.
 */
export async function refusedQuestion(
  request: Request,
  connection: Database['connection'],
): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.size === 0) return null;
  const known = await connection.introspect({ useCache: true });
  const [first = '', second = ''] = pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent);
  const isCall = first === 'rpc';
  const columnsOf = (table: string): Columns => {
    const ofTable = known.columns.filter((column) => column.table === table);
    return ofTable.length === 0 ? null : new Map(ofTable.map(({ name, pg_type }) => [name, pg_type ?? '']));
  };
  const args = isCall ? (known.functions ?? []).filter(({ name }) => name === second) : [];
  const ignored = new Set(args.flatMap(({ arg_names }) => arg_names));

  const selected = readSelection(searchParams.getAll('select').join(','));
  if (selected === null) return unreadable('select', searchParams.get('select') ?? '');
  const table = isCall ? second : first;
  const asked: Asked = { table, columns: isCall ? null : columnsOf(first), selected, columnsOf };
  const refused = selectionFault(asked);
  if (refused !== null) return refused;

  let conditions = 0;
  for (const [name, value] of searchParams) {
    if (ignored.has(name)) continue;
    const fault = parameterFault(name, value, asked);
    if (typeof fault !== 'number') return fault;
    conditions += fault;
    if (conditions > MOST_CONDITIONS) return unreadable('filter', name, 'too many conditions');
  }
  return null;
}

function selectionFault(asked: Asked): Response | null {
  const { selected } = asked;
  const embeds = selected.filter(({ inner }) => inner !== null);
  if (embeds.length > MOST_EMBEDS)
    return unreadable('select', embeds[MOST_EMBEDS]?.name ?? '', 'too many embedded tables');
  const fault = columnsFault(asked, selected);
  if (fault !== null) return fault;
  for (const { name, inner } of embeds) {
    const within = readSelection(inner ?? '');
    if (within === null) return unreadable('select', inner ?? '');
    if (within.some((item) => item.inner !== null))
      return unreadable('select', `${name}(${inner})`, 'embedded tables embed none');
    const table = name;
    const inside = columnsFault(
      { ...asked, table, columns: asked.columnsOf(table), selected: within },
      within,
    );
    if (inside !== null) return inside;
  }
  return null;
}

/** Each column may be named once: a row with two thousand copies of a text is as large as two thousand rows. */
function columnsFault(asked: Asked, selected: readonly Selected[]): Response | null {
  const named = new Set<string>();
  let paths = 0;
  for (const { name, rest, inner } of selected) {
    if (rest.includes('()')) return aggregate();
    if (inner !== null) continue;
    const path = rest.startsWith('->') ? name + rest.replace(/::.*$/s, '') : name;
    if (path !== name && ++paths > MOST_PATHS) return unreadable('select', path, 'too many paths');
    if (named.has(path)) return unreadable('select', path, 'named twice');
    named.add(path);
    if (name !== '*' && name !== 'count' && !isColumn(name, asked)) return noSuchColumn(asked.table, name);
  }
  return null;
}

/** Number of conditions in a parameter, or the response that refuses it. */
function parameterFault(name: string, value: string, asked: Asked): number | Response {
  if (name === 'select') return 0;
  if (name === 'columns' || name === 'on_conflict') {
    const wrong = value
      .split(',')
      .map(columnOf)
      .find((one) => isInherited(one));
    return wrong === undefined ? 0 : noSuchColumn(asked.table, wrong);
  }
  const inner = innerOf(name, asked);
  if (inner instanceof Response) return inner;
  const { key, scope } = inner;
  if (PAGING.has(key)) return 0;
  if (key === 'order') return orderFault(value, scope);
  if (!LOGIC.has(key)) return conditionFault(columnOf(key), value, scope) ?? 1;
  const tree = readLogic(value);
  if (tree === null || tree.depth > MOST_NESTED) return unreadable('logic tree', value);
  for (const condition of tree.conditions) {
    const fault = conditionFault(condition.name, condition.value, scope);
    if (fault !== null) return fault;
  }
  return tree.conditions.length;
}

/** Key of a parameter and its table: `tags.label` belongs to the embedded `tags`. */
function innerOf(name: string, asked: Asked): { key: string; scope: Asked } | Response {
  const [, alias, key] = /^("[^"]*"|[^".]+)\.(.+)$/s.exec(name) ?? [];
  if (alias === undefined || key === undefined || alias === 'not') return { key: name, scope: asked };
  const embedded = asked.selected.find((item) => item.inner !== null && item.alias === columnOf(alias));
  if (embedded === undefined) {
    const message = `'${columnOf(alias)}' is not an embedded resource in this request`;
    return refusal(
      'PGRST108',
      message,
      null,
      `Verify that '${columnOf(alias)}' is included in the 'select' query parameter.`,
    );
  }
  const scope = { ...asked, table: embedded.name, columns: asked.columnsOf(embedded.name), selected: [] };
  return { key, scope };
}

function orderFault(value: string, scope: Asked): number | Response {
  const orders = splitList(value);
  if (orders === null || orders.length > MOST_ORDERS) return unreadable('order', value);
  for (const order of orders) {
    // Ordering by a column of an embedded table: `tags(label).desc`.
    const name = columnOf(/^\s*("[^"]*"|[^".(]*)/s.exec(order)?.[1] ?? '');
    if (name !== '' && !isColumn(name, scope)) return noSuchColumn(scope.table, name);
  }
  return 0;
}

function conditionFault(name: string, value: string, scope: Asked): Response | null {
  if (!isColumn(name, scope)) return noSuchColumn(scope.table, name);
  const [, operator = '', modifier, operand = ''] =
    /^(?:not\.)*([a-z]+)(\([^)]*\))?\.(.*)$/is.exec(value) ?? [];
  if (modifier === undefined && (OPERATORS.has(operator) || (operator === 'match' && isLiteral(operand)))) {
    if (fitsColumn(scope.columns?.get(name), operator, operand)) return null;
    return refusal('22P02', `malformed array literal: "${operand.slice(0, 100)}"`);
  }
  return unreadable('filter', value, 'unknown operator');
}

/** A pattern without special characters; a search of names escapes a `*` in them this way. */
const isLiteral = (pattern: string) => /^"?(?:[^.^$*+?()[\]{}|\\]|\\[^A-Za-z0-9])*$/.test(pattern);

const isInherited = (name: string) => name in Object.prototype;

function isColumn(name: string, { columns, selected }: Asked): boolean {
  if (columns === null) return !isInherited(name);
  return columns.has(name) || selected.some(({ alias, inner }) => inner !== null && alias === name);
}

const noSuchColumn = (table: string, name: string) =>
  refusal('42703', `column ${table}.${name} does not exist`);
const aggregate = () => refusal('PGRST123', 'Use of aggregate functions is not allowed');

function unreadable(what: string, value: string, why: string | null = null): Response {
  return refusal('PGRST100', `"failed to parse ${what} (${value.slice(0, 200)})" (line 1, column 1)`, why);
}

function refusal(
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): Response {
  return Response.json({ code, message, details, hint }, { status: 400 });
}
