import type { Database } from './database.ts';

/** Parameters that add no WHERE; every other one is a condition or was refused before. */
const NO_CONDITIONS = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict']);

/**
 * Refuses PATCH and DELETE of a table without a condition with 400, like hosted Supabase, which loads pg_safeupdate for
 * PostgREST. Statements inside functions are not checked, neither here nor there (tests/hosted does). Null when the
 * request is acceptable.
 */
export async function refusedUnscoped(
  request: Request,
  connection: Database['connection'],
): Promise<Response | null> {
  if (request.method !== 'PATCH' && request.method !== 'DELETE') return null;
  const { pathname, searchParams } = new URL(request.url);
  const [table = '', ...rest] = pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent);
  if (rest.length > 0 || [...searchParams.keys()].some((name) => !NO_CONDITIONS.has(name))) return null;
  // An unknown table is reported by the library, as PostgREST reports it before asking the database.
  const known = await connection.introspect({ useCache: true });
  if (!known.columns.some((column) => column.table === table)) return null;
  const verb = request.method === 'PATCH' ? 'UPDATE' : 'DELETE';
  return Response.json(
    { code: '21000', message: `${verb} requires a WHERE clause`, details: null, hint: null },
    { status: 400 },
  );
}
