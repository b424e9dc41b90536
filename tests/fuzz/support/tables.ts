/** The tables and views of the API, read from the database, and requests for them. */
import fc from 'fast-check';
import type { TestDatabase } from '../../support/database.ts';
import { hostileText, hostileValue, valueOfType, wellFormed } from './hostile.ts';

export interface Table {
  name: string;
  columns: readonly { name: string; type: string }[];
}

export interface TableRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The decoded request as plain text. */
  words: string;
}

export async function openTables(database: TestDatabase): Promise<Table[]> {
  return database.query<{ name: string; columns: Table['columns'] }>(`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null))
      order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') group by 1 order by 1`) as Promise<
    Table[]
  >;
}

const OPERATORS = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'isdistinct'],
  ...['fts', 'plfts', 'phfts', 'wfts', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'not.eq', 'not.in'],
  ...['eq(any)', 'like(all)', 'eq(some)', 'not.not.eq', 'EQ', 'eval', ''],
];

const SELECTS = [
  '*',
  '',
  ',',
  '*,*',
  'count',
  'count()',
  'id.count()',
  'id::text',
  'id::regclass',
  'id::"x',
  'id->>a->b->0',
  'x:id',
  '":id',
  '...user_profiles(*)',
  'user_profiles(*)',
  'user_profiles!inner(email,whatsapp)',
  'cities(*,user_profiles(*,teachers(*)))',
  'pg_catalog.pg_user(*)',
  'auth.users(*)',
  'id,(select 1)',
  'id;select 1',
  'id"',
  "id'",
  '(((((((',
  ')',
  'a('.repeat(300),
  'id,'.repeat(800),
];

const VALUES = [
  '(1,2',
  '(")',
  '("a","b',
  '()',
  '{',
  '{}',
  '{1,2}',
  '[1,2)',
  'null',
  'true',
  'unknown',
  '*a*',
  '.',
  '..',
];

const HEADERS = fc.record(
  {
    prefer: fc.constantFrom(
      'return=representation',
      'return=minimal',
      'return=headers-only',
      'count=exact',
      'count=estimated',
      'count=x',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates,return=representation',
      'missing=default',
      'handling=strict, max-affected=0',
      'handling=strict,tx=rollback,x=y',
      'tx=rollback',
      'params=single-object',
      'timezone=Mars/Phobos',
      `x=${'y'.repeat(2000)}`,
      ',,;;==',
    ),
    range: fc.constantFrom('0-4', '4-0', '-5', 'a-b', 'items=0-1', '0-99999999999999999999', ''),
    'range-unit': fc.constantFrom('items', 'bytes', ''),
    accept: fc.constantFrom(
      'application/json',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.plan+json; options=verbose|analyze',
      'text/csv',
      'application/geo+json',
      'text/html',
      'x',
      '*/*;q=z',
    ),
    'accept-profile': fc.constantFrom('public', 'app', 'auth', 'pg_catalog', '"', 'information_schema'),
    'content-profile': fc.constantFrom('public', 'app', 'auth', "x'"),
    'content-type': fc.constantFrom(
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/octet-stream',
      'x',
    ),
    'x-http-method-override': fc.constantFrom('DELETE', 'PATCH'),
  },
  { requiredKeys: [] },
);

/** One request for any table: columns, rows, wording and body. */
export function requestOf({ name, columns }: Table, known: readonly string[]): fc.Arbitrary<TableRequest> {
  const column = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...columns.map((one) => one.name)) },
    hostileText,
    fc.constantFrom('or', 'and', 'not.or', 'not.and', 'on_conflict', 'columns', 'select', 'limit', 'order'),
  );
  const operand = fc.oneof(fc.constantFrom(...known), hostileText, fc.constantFrom(...VALUES));
  const filter = fc
    .tuple(column, fc.constantFrom(...OPERATORS), operand)
    .map(([of, operator, value]): [string, string] =>
      of === 'or' || of === 'and' || of.startsWith('not.')
        ? [of, `(id.${operator}.${value})`]
        : [of, `${operator}.${value}`],
    );
  const number = fc.oneof(fc.integer({ min: -2, max: 20 }).map(String), hostileText);
  const odd: fc.Arbitrary<[string, string]> = fc.oneof(
    fc.tuple(fc.constant('select'), fc.oneof(fc.constantFrom(...SELECTS), column, hostileText)),
    fc.tuple(
      fc.constant('order'),
      fc.oneof(
        column,
        column.map((of) => `${of}.desc.nullsfirst`),
        hostileText,
      ),
    ),
    fc.tuple(fc.constantFrom('limit', 'offset'), number),
    fc.tuple(fc.constantFrom('on_conflict', 'columns'), fc.oneof(column, hostileText)),
    fc.tuple(
      fc.constantFrom('or', 'and', 'not.or'),
      fc.oneof(hostileText, fc.constantFrom('()', '(', '(id.eq.1,', '(and(id.eq.1),or(x))')),
    ),
    fc.tuple(hostileText, hostileText),
  );
  // Always with a filter: an administrator's request for all rows would leave nothing for later
  // ones.
  const held = fc
    .constantFrom(...known)
    .map((id): [string, string] => [columns[0]?.name ?? 'id', `eq.${id}`]);
  const query = fc
    .tuple(fc.array(filter, { maxLength: 2 }), fc.array(odd, { maxLength: 2 }), held)
    .map(([filters, odds, one]) => ({ read: [...filters, ...odds], write: [one, ...filters, ...odds] }));
  return fc
    .tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant('GET') },
        fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'),
      ),
      query,
      fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, HEADERS),
      bodyOf(columns, known),
    )
    .map(([method, { read, write }, headers, body]) => {
      const reads = method === 'GET' || method === 'HEAD';
      const pairs = reads ? read : write;
      const path = `/rest/v1/${name}?${encoded(pairs)}`;
      return {
        method,
        path,
        headers,
        ...(reads ? {} : { body }),
        words: `${pairs.flat().join(' ')} ${body}`,
      };
    });
}

/** Characters: longer addresses are refused before they are parsed. */
const LONGEST = 6000;

function encoded(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map((pair) => pair.map((part) => encodeURIComponent(wellFormed(part))).join('='))
    .join('&')
    .slice(0, LONGEST)
    .replace(/%[0-9A-F]?$/, '');
}

function bodyOf(columns: Table['columns'], known: readonly string[]): fc.Arbitrary<string> {
  const row = fc.record(
    Object.fromEntries(columns.map(({ name, type }) => [name, valueOfType(type, known)])),
    {
      requiredKeys: [],
    },
  );
  return fc.oneof(
    { weight: 6, arbitrary: row.map((one) => JSON.stringify(one)) },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText.map((text) => wellFormed(text)),
    fc.constantFrom(
      '',
      '{',
      '[{}]',
      '{"a":1,"a":2}',
      'id,name\n1,2',
      'a=1&b=2',
      '[[]]',
      'null',
      '{"id":{"id":1}}',
    ),
  );
}
