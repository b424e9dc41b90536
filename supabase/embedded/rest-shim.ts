import { z } from 'zod';
import type { Database } from './database.ts';
import { isSqlError, statusOfSqlState } from './errors.ts';
import { requestContext } from './request-context.ts';
import { checkedBody, refusedDepth } from './rest-body.ts';
import { refusedQuestion } from './rest-door.ts';
import { quoteJsonStrings } from './rest-json.ts';
import { refusedUnscoped } from './rest-unscoped.ts';

type Connection = Database['connection'];

type Handler = (request: Request) => Promise<Response>;

const LOGIC = ['or', 'and', 'not.or', 'not.and'];
const OBJECT = 'vnd.pgrst.object+json';

/** Corrects responses of @supabase/lite 0.10.0 that differ from PostgREST's (FACTS, faults 3, 5 and 6). */
export function restShim(next: Handler, connection: Connection): Handler {
  return async (request) => {
    const refused =
      (await refusedDepth(request)) ??
      (await refusedUnscoped(request, connection)) ??
      (await refusedQuestion(request, connection));
    if (refused !== null) return refused;
    const context = requestContext.getStore() ?? {};
    context.asked = { method: request.method, path: new URL(request.url).pathname.slice('/rest/v1'.length) };
    const ready = await checkedBody(await quoteJsonStrings(unquoteLogic(request), connection), connection);
    if (ready instanceof Response) return ready;
    if (mutatesOne(request)) context.beforeCommit = oneRow;
    return requestContext.run(context, async () => withSqlStatus(request, await next(ready)));
  };
}

/**
 * Removes quotes around column names: RxDB and others write `or=("a".gt.1,"b".eq.2)`, where the library would look for a
 * column with quotes in its name. A quoted name follows `(` or `,` and precedes `.`; quoted values never do.
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

const failure = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  hint: z.unknown().optional(),
});

/** Whether the database or its connection failed; every other error is caused by the request. */
const isOutage = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof Error && 'code' in error && /^(E[A-Z]{4,}$|CONNECT)/.test(String(error.code)));

/**
 * Restores the error of the driver: the library responds 500 "SUP" to checks and RAISE and drops hints. A request that
 * the library cannot parse or the driver cannot convert becomes 400, because repeating it cannot succeed.
 */
async function withSqlStatus(request: Request, response: Response): Promise<Response> {
  const error = requestContext.getStore()?.sqlError;
  if (response.ok) return response;
  if (!isSqlError(error)) {
    return response.status === 500 && error !== undefined && !isOutage(error)
      ? unreadable(response)
      : response;
  }
  const body = failure.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!body.success || !['SUP', error.code].includes(body.data.code)) return response;
  const signedIn = (request.headers.get('authorization') ?? '').split('.').length === 3;
  return json(response, statusOfSqlState(error.code, signedIn), {
    code: error.code,
    message: body.data.code === 'SUP' ? error.message : body.data.message,
    details: body.data.details ?? error.detail ?? null,
    hint: body.data.hint ?? error.hint ?? null,
  });
}

function unreadable(response: Response): Response {
  return json(response, 400, {
    code: 'PGRST100',
    message: 'The request could not be understood',
    details: null,
    hint: null,
  });
}

function mutatesOne(request: Request): boolean {
  return (
    ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method) &&
    !new URL(request.url).pathname.startsWith('/rest/v1/rpc/') &&
    (request.headers.get('accept') ?? '').includes(OBJECT)
  );
}

/** Turns the array of an embedding mutation that asked for a single object into that object. */
async function oneRow(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const rows: unknown = await response
    .clone()
    .json()
    .catch(() => null);
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
