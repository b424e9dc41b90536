/**
 * The few REST calls that must work before supabase-js is loaded. They tell our server's responses from others: a
 * response that is not JSON (a captive portal) is a network failure, never an empty result.
 */
import { connection } from './connection';
import { env } from './env';

/** Milliseconds after which a request counts as lost. */
export const REQUEST_TIMEOUT = 20_000;

export type RestFailureKind = 'network' | 'timeout' | 'aborted' | 'malformed' | 'refused';

export class RestFailure extends Error {
  constructor(
    readonly kind: RestFailureKind,
    message: string,
    readonly status: number | null = null,
    readonly code: string | null = null,
    /** The procedure's stable name for the reason of a refusal, and its details. */
    readonly hint: string | null = null,
    readonly details: string | null = null,
  ) {
    super(message);
    this.name = 'RestFailure';
  }

  /** The server was not reached, or something else responded in its place. */
  get unreachable(): boolean {
    return this.kind === 'network' || this.kind === 'timeout' || this.kind === 'malformed';
  }
}

export interface RestAnswer {
  body: unknown;
  /** The count from `Content-Range`, when it was requested. */
  total: number | null;
}

async function request(path: string, init: RequestInit, signal?: AbortSignal): Promise<RestAnswer> {
  const endpoint = path.split('?')[0];
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const one of [timeout, signal]) one?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await fetch(`${env.supabaseUrl}/rest/v1/${path}`, {
      // Responses of hosted Supabase have no caching headers.
      cache: 'no-store',
      ...init,
      signal: controller.signal,
      headers: {
        apikey: env.supabaseAnonKey,
        authorization: `Bearer ${env.supabaseAnonKey}`,
        accept: 'application/json',
        ...init.headers,
      },
    });
    const answer = await read(response);
    connection.report(true, endpoint);
    return answer;
  } catch (error) {
    const failure = classify(error, signal, timeout);
    if (failure.kind !== 'aborted') connection.report(!isOutage(failure), endpoint);
    throw failure;
  } finally {
    for (const one of [timeout, signal]) one?.removeEventListener('abort', abort);
  }
}

async function read(response: Response): Promise<RestAnswer> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const kind = response.status >= 500 ? 'refused' : 'malformed';
    throw new RestFailure(kind, `Not JSON, status ${response.status}`, response.status);
  }
  if (!response.ok) {
    const { message, code, hint, details } = (body ?? {}) as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    // A portal or a gateway may respond in JSON as well; PostgREST and our functions always send a code.
    if (response.status < 500 && text(code) === null && response.status !== 401 && response.status !== 429) {
      throw new RestFailure(
        'malformed',
        `Not our server's refusal, status ${response.status}`,
        response.status,
      );
    }
    throw new RestFailure(
      'refused',
      text(message) ?? `Status ${response.status}`,
      response.status,
      text(code),
      text(hint),
      text(details),
    );
  }
  const total = Number.parseInt(response.headers.get('content-range')?.split('/')[1] ?? '', 10);
  return { body, total: Number.isNaN(total) ? null : total };
}

function classify(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): RestFailure {
  if (error instanceof RestFailure) return error;
  if (signal?.aborted) return new RestFailure('aborted', 'No longer wanted');
  if (timeout.aborted) return new RestFailure('timeout', 'No answer in time');
  return new RestFailure('network', error instanceof Error ? error.message : 'No network');
}

/** A gateway in front of a dead server responds with 502, 503 or 504. */
function isOutage(failure: RestFailure): boolean {
  return failure.unreachable || (failure.status !== null && failure.status >= 502 && failure.status <= 504);
}

/** Calls a procedure, as a visitor or with a person's `token`; resolves to its JSON. Throws RestFailure. */
export async function callProcedure(
  name: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
  token?: string,
): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(args),
  };
  return (await request(`rpc/${name}`, init, signal)).body;
}

/**
 * Reads rows of a table with PostgREST's query parameters, as a visitor or with a person's `token`; `counted` requests
 * the total. Throws RestFailure.
 */
export async function selectRows(
  table: string,
  query: Record<string, string>,
  options: { counted?: boolean; signal?: AbortSignal; token?: string } = {},
): Promise<{ rows: Record<string, unknown>[]; total: number | null }> {
  const init = {
    headers: {
      ...(options.counted && { prefer: 'count=exact' }),
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    },
  };
  const { body, total } = await request(`${table}?${new URLSearchParams(query)}`, init, options.signal);
  if (!Array.isArray(body)) throw new RestFailure('malformed', `${table} is not a list`);
  return { rows: body as Record<string, unknown>[], total };
}

/** A request as small as possible, to learn whether the server responds. */
export async function probe(): Promise<boolean> {
  try {
    await selectRows('cities', { select: 'id', limit: '1' });
    return true;
  } catch (error) {
    return error instanceof RestFailure && !isOutage(error);
  }
}
