import { z } from 'zod';

const row = z.record(z.string(), z.unknown());
const rows = z.union([row, z.array(row)]);

/**
 * Refuses a body that is neither a row nor a list of rows, like PostgREST; the library would write invalid SQL for it.
 * An update with an empty list changes nothing.
 */
export async function checkedBody(request: Request): Promise<Request | Response> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return request;
  if (new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return request;
  const type = request.headers.get('content-type')?.toLowerCase() || 'application/json';
  // CSV is for inserts; the library cannot update from it.
  if (request.method === 'PATCH' && type.includes('csv')) return refusal();
  const value = parsed(type, await request.clone().text());
  // The library itself refuses a body that cannot be parsed.
  if (value === undefined) return request;
  const { data } = rows.safeParse(value);
  if (data === undefined) return refusal();
  const given = Array.isArray(data) ? data : [data];
  const columns = new URL(request.url).searchParams.get('columns')?.replaceAll('"', '').split(',');
  const isSaid = (name: string) => columns === undefined || columns.includes(name);
  if (given.some((one) => Object.keys(one).some(isSaid))) return request;
  // Rows without columns would give invalid SQL too; an empty list is fine.
  if (request.method !== 'PATCH') return given.length === 0 ? request : refusal();
  const headers = new Headers(request.headers);
  headers.set('content-length', '2');
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: '{}' });
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

function refusal(): Response {
  const message = 'All object keys must match';
  return Response.json({ code: 'PGRST102', message, details: null, hint: null }, { status: 400 });
}
