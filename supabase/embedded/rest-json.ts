import { z } from 'zod';
import type { Database } from './database.ts';

const row = z.record(z.string(), z.unknown());
const rows = z.union([row, z.array(row)]);

/**
 * Encodes scalar values of json columns and parameters as JSON. The library passes strings to the driver unquoted, which
 * parses them as JSON text: `"oi"` would be an error, `"123"` a number, and `true` would have no matching type.
 */
export async function quoteJsonStrings(
  request: Request,
  connection: Database['connection'],
): Promise<Request> {
  if (request.method === 'GET' || request.body === null) return request;
  if (!(request.headers.get('content-type') ?? 'application/json').includes('json')) return request;
  const names = await jsonNames(new URL(request.url).pathname, connection);
  if (names.size === 0) return request;
  const text = await request.text();
  const headers = new Headers(request.headers);
  // Encoded twice for a table, because the library parses a string once on the way to a column.
  const times = new URL(request.url).pathname.startsWith('/rest/v1/rpc/') ? 1 : 2;
  const body = quoted(text, names, times);
  headers.set('content-length', String(Buffer.byteLength(body)));
  return new Request(request.url, { method: request.method, headers, body });
}

function quoted(text: string, names: ReadonlySet<string>, times: 1 | 2): string {
  const parsed = rows.safeParse(parse(text));
  if (!parsed.success) return text;
  const quote = (value: unknown) =>
    times === 1 ? JSON.stringify(value) : JSON.stringify(JSON.stringify(value));
  const one = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        names.has(name) && ['string', 'number', 'boolean'].includes(typeof value) ? quote(value) : value,
      ]),
    );
  return JSON.stringify(Array.isArray(parsed.data) ? parsed.data.map(one) : one(parsed.data));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isJson = (type: string | undefined) => type === 'json' || type === 'jsonb';

/** Names of a table's json columns, or of a procedure's json parameters. */
async function jsonNames(pathname: string, connection: Database['connection']): Promise<ReadonlySet<string>> {
  const known = await connection.introspect({ useCache: true });
  const [first = '', second] = pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent);
  if (first !== 'rpc') {
    const columns = known.columns.filter((column) => column.table === first && isJson(column.type));
    return new Set(columns.map((column) => column.name));
  }
  const called = (known.functions ?? []).filter((one) => one.name === second);
  return new Set(called.flatMap((one) => one.arg_names.filter((_, index) => isJson(one.arg_types[index]))));
}
