import { isSqlError, statusOfSqlState } from './errors.ts';
import { requestContext } from './request-context.ts';

type Handler = (request: Request) => Promise<Response>;

const LOGIC = ['or', 'and', 'not.or', 'not.and'];
const OBJECT = 'vnd.pgrst.object+json';

/** Where @supabase/lite 0.10.0 answers otherwise than PostgREST (FACTS, faults 3, 5 and 6), put right around it. */
export function restShim(next: Handler): Handler {
  return async (request) => {
    const unquoted = unquoteLogic(request);
    if (wantsOneEmbedded(unquoted)) return mutateOne(unquoted, next);
    return withSqlStatus(unquoted, await next(unquoted));
  };
}

/**
 * RxDB and others write `or=("a".gt.1,"b".eq.2)`; the library then looks for a column whose name has quotes.
 * A quoted name stands after `(` or `,` and before `.`; quoted values never do.
 */
export function unquoteLogic(request: Request): Request {
  const url = new URL(request.url);
  let changed = false;
  for (const name of LOGIC) {
    const values = url.searchParams.getAll(name);
    if (!values.some((value) => value.includes('"'))) continue;
    url.searchParams.delete(name);
    for (const value of values) {
      url.searchParams.append(name, value.replace(/([(,])"([A-Za-z_]\w*)"\./g, '$1$2.'));
    }
    changed = true;
  }
  return changed ? new Request(url, request) : request;
}

/** Checks and RAISE come as 500 "SUP": the driver's own error has the code, and the code has a status. */
async function withSqlStatus(request: Request, response: Response): Promise<Response> {
  const error = requestContext.getStore()?.sqlError;
  if (response.status !== 500 || !isSqlError(error)) return response;
  const body = await response.clone().text();
  if (!body.includes('"SUP"')) return response;
  const signedIn = (request.headers.get('authorization') ?? '').split('.').length === 3;
  return json(response, statusOfSqlState(error.code, signedIn), {
    code: error.code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  });
}

function wantsOneEmbedded(request: Request): boolean {
  return (
    ['POST', 'PATCH', 'DELETE'].includes(request.method) &&
    !new URL(request.url).pathname.startsWith('/rest/v1/rpc/') &&
    (request.headers.get('accept') ?? '').includes(OBJECT) &&
    (new URL(request.url).searchParams.get('select') ?? '').includes('(')
  );
}

/**
 * A mutation that embeds and wants one object gets an array, however many rows it touched. PostgREST undoes it
 * unless there is exactly one, so it is first tried and rolled back, and only then run to stay.
 */
async function mutateOne(request: Request, next: Handler): Promise<Response> {
  const again = request.clone();
  const context = requestContext.getStore() ?? {};
  const tried = await requestContext.run({ ...context, dryRun: true }, async () =>
    oneRow(request, await next(request)),
  );
  return tried.ok ? oneRow(again, await next(again)) : tried;
}

async function oneRow(request: Request, response: Response): Promise<Response> {
  if (!response.ok) return withSqlStatus(request, response);
  const rows: unknown = await response.clone().json();
  if (!Array.isArray(rows)) return response;
  if (rows.length === 1) return json(response, response.status, rows[0]);
  return json(response, 406, {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows.length} rows`,
    hint: null,
  });
}

function json(original: Response, status: number, body: unknown): Response {
  const headers = new Headers(original.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(body), { status, headers });
}
