import type { Database } from './database.ts';

/** Parameters that leave a statement without WHERE; every other one is a condition, or refused before. */
const NO_CONDITIONS = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict']);

/**
 * Refuses PATCH and DELETE of a table without a condition, as hosted Supabase does: it loads pg_safeupdate for
 * PostgREST, which answers 400 for it. Functions are not looked into here, as they are there: tests/hosted reads them.
 * Null when there is nothing against the request.
 */
export async function refusedUnscoped(
  request: Request,
  connection: Database['connection'],
): Promise<Response | null> {
  if (request.method !== 'PATCH' && request.method !== 'DELETE') return null;
  const { pathname, searchParams } = new URL(request.url);
  const [table = '', ...rest] = pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent);
  if (rest.length > 0 || [...searchParams.keys()].some((name) => !NO_CONDITIONS.has(name))) return null;
  // A table that there is not is told by the library, as there by PostgREST before the database.
  const known = await connection.introspect({ useCache: true });
  if (!known.columns.some((column) => column.table === table)) return null;
  const verb = request.method === 'PATCH' ? 'UPDATE' : 'DELETE';
  return Response.json(
    { code: '21000', message: `${verb} requires a WHERE clause`, details: null, hint: null },
    { status: 400 },
  );
}
