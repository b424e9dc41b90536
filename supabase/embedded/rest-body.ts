import { z } from 'zod';

const row = z.record(z.string(), z.unknown());
const rows = z.union([row, z.array(row)]);

/**
 * A body for a table that is no row and no list of rows is refused as PostgREST refuses it: the library writes SQL of
 * it that is none. No change at all, written as an empty list, is an empty change.
 */
export async function checkedBody(request: Request): Promise<Request | Response> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return request;
  if (new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return request;
  const type = request.headers.get('content-type')?.toLowerCase() || 'application/json';
  // A file of rows inserts; to change rows by one the library knows no way.
  if (request.method === 'PATCH' && type.includes('csv')) return refusal();
  const value = parsed(type, await request.clone().text());
  // What cannot be read at all the library refuses itself.
  if (value === undefined) return request;
  const { data } = rows.safeParse(value);
  if (data === undefined) return refusal();
  const given = Array.isArray(data) ? data : [data];
  const columns = new URL(request.url).searchParams.get('columns')?.replaceAll('"', '').split(',');
  const isSaid = (name: string) => columns === undefined || columns.includes(name);
  if (given.some((one) => Object.keys(one).some(isSaid))) return request;
  // Of rows without a column the library writes SQL that is none either; no rows are fine.
  if (request.method !== 'PATCH') return given.length === 0 ? request : refusal();
  const headers = new Headers(request.headers);
  headers.set('content-length', '2');
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: '{}' });
}

/** What a body holds; of a file its columns alone, and undefined for what this server reads no rows from. */
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

function refusal(): Response {
  const message = 'All object keys must match';
  return Response.json({ code: 'PGRST102', message, details: null, hint: null }, { status: 400 });
}
