import { z } from 'zod';
import type { Database } from './database.ts';
import { isListText } from './rest-lists.ts';

const row = z.record(z.string(), z.unknown());
const rows = z.union([row, z.array(row)]);

/** Bounds of one body, far above what the app sends: it writes rows one by one, and lists through procedures. */
const MOST_ROWS = 1_000;
const MOST_VALUES = 20_000;
/** Nesting of lists and objects; the library and the database walk them recursively. */
const DEEPEST = 32;

/**
 * Refuses a body that is neither a row nor a list of rows, like PostgREST, one with more rows or values than a request
 * may have, and a value that is no list for a column of lists: the library would write invalid SQL for them, or half a
 * statement. An update with an empty list changes nothing.
 */
export async function checkedBody(
  request: Request,
  connection: Database['connection'],
): Promise<Request | Response> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return request;
  const { pathname, searchParams } = new URL(request.url);
  const type = request.headers.get('content-type')?.toLowerCase() || 'application/json';
  if (pathname.startsWith('/rest/v1/rpc/')) return request;
  const text = await request.clone().text();
  // CSV is for inserts; the library cannot update from it.
  if (request.method === 'PATCH' && type.includes('csv')) return refusal();
  if (type.includes('csv') && lineCount(text) > MOST_ROWS + 1) return tooMany();
  const value = parsed(type, text);
  // The library itself refuses a body that cannot be parsed.
  if (value === undefined) return request;
  if (Array.isArray(value) && value.length > MOST_ROWS) return tooMany();
  const { data } = rows.safeParse(value);
  if (data === undefined) return refusal();
  const given = Array.isArray(data) ? data : [data];
  const columns = searchParams.get('columns')?.replaceAll('"', '').split(',');
  const isSaid = (name: string) => columns === undefined || columns.includes(name);
  const named = new Set(given.flatMap((one) => Object.keys(one).filter(isSaid)));
  if (named.size * given.length > MOST_VALUES) return tooMany();
  if (named.size > 0) {
    const table = decodeURIComponent(pathname.slice('/rest/v1/'.length));
    return (await listFault(table, given, isSaid, connection)) ?? request;
  }
  // Rows without columns would give invalid SQL too; an empty list is fine.
  if (request.method !== 'PATCH') return given.length === 0 ? request : refusal();
  const headers = new Headers(request.headers);
  headers.set('content-length', '2');
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: '{}' });
}

/** Refuses a body that is nested too deep; asked before anything parses it. Null when it may pass. */
export async function refusedDepth(request: Request): Promise<Response | null> {
  if (request.body === null || request.method === 'GET') return null;
  if (!(request.headers.get('content-type') ?? 'application/json').includes('json')) return null;
  return isDeep(await request.clone().text())
    ? refusal(`lists and objects are nested at most ${DEEPEST} times`)
    : null;
}

/** Refuses a value that is no list where the column holds one; in CSV a list is a text. */
async function listFault(
  table: string,
  given: readonly Record<string, unknown>[],
  isSaid: (name: string) => boolean,
  connection: Database['connection'],
): Promise<Response | null> {
  const { columns } = await connection.introspect({ useCache: true });
  for (const { name } of columns.filter((one) => one.table === table && one.pg_type?.startsWith('_'))) {
    if (!isSaid(name)) continue;
    for (const one of given) {
      const value = Object.hasOwn(one, name) ? one[name] : null;
      const fits =
        value === null ||
        Array.isArray(value) ||
        (typeof value === 'string' && (value === '' || isListText(value)));
      if (!fits) {
        const message = `malformed array literal: "${String(value).slice(0, 100)}"`;
        return Response.json({ code: '22P02', message, details: null, hint: null }, { status: 400 });
      }
    }
  }
  return null;
}

const lineCount = (text: string): number =>
  text.split('\n', MOST_ROWS + 3).filter((line) => line !== '').length;

/** Whether brackets outside of texts are nested too deep. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

/** Parses a body; of CSV only the columns. Undefined for content that this server does not support. */
function parsed(type: string, text: string): unknown {
  if (type.includes('form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  if (type.includes('csv')) {
    const [heading = '', ...lines] = text.split(/\r?\n/);
    const columns = heading.split(',').map((name) => [name.replace(/^"(.*)"$/, '$1'), '']);
    return lines.some((line) => line !== '') ? Object.fromEntries(columns) : [];
  }
  if (!type.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tooMany = () => refusal(`a request has at most ${MOST_ROWS} rows and ${MOST_VALUES} values`, 413);

function refusal(message = 'All object keys must match', status = 400): Response {
  return Response.json({ code: 'PGRST102', message, details: null, hint: null }, { status });
}
