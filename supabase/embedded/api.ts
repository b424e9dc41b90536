import type { HttpBindings } from '@hono/node-server';
import type { App } from '@supabase/lite';
import type { Context } from 'hono';
import { readAuthBody } from './auth-body.ts';
import { createAuthGuard } from './auth-guard.ts';
import type { authLimiter } from './auth-limits.ts';
import type { AccountMails } from './auth-mails.ts';
import { authRequest } from './auth-request.ts';
import { callBounds } from './call-bounds.ts';
import type { Database } from './database.ts';
import { type Keys, legacyKeys } from './keys.ts';
import { MAX_UPLOAD } from './lite-app.ts';
import { allowedRedirect } from './redirects.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import { restShim } from './rest-shim.ts';
import { SharedAnswers, sharedQuestion } from './shared-answers.ts';

/** A multipart form adds a little to the size of the upload. */
export const MAX_BODY = MAX_UPLOAD + 64 * 1024;

/** Nginx's status for a client that closed the connection; the response is never read. */
const CLIENT_CLOSED = 499;

export interface ApiOptions {
  app: App;
  database: Database;
  keys: Keys;
  mails: AccountMails;
  siteUrl: string;
  /** Whether a new account has to open its confirmation mail first. */
  confirmations: boolean;
  limit: ReturnType<typeof authLimiter>;
  /** Origins that links in mails may lead to. */
  origins: readonly string[];
}

/**
 * Passes requests for REST, Auth and Storage to the library, one at a time where the database needs it. `settled`
 * resolves when no work continues after a response.
 */
export function createApi(options: ApiOptions) {
  const { app, database, keys, mails, siteUrl, confirmations, limit } = options;
  const guard = createAuthGuard({ database, keys, mails, siteUrl, confirmations, guess: limit.guess });
  const rest = restShim((request) => app.fetch(request), database.connection);
  const shared = new SharedAnswers();
  const refusedCall = callBounds(database);

  const answer = async (original: Request, c: Context): Promise<Response> => {
    const { pathname, searchParams } = new URL(original.url);
    // Read before its turn, so that a slow sender does not block the queue.
    const body = await wholeBody(original);
    if (body === 'too large') return Response.json({ message: 'Payload too large' }, { status: 413 });
    const tooLong = await refusedCall(pathname, body.byteLength);
    if (tooLong !== null) return tooLong;
    const address = addressOf(c);

    const redirectTo = allowedRedirect(searchParams.get('redirect_to'), options.origins);
    const run = (begin?: () => void, asked = body) => {
      const context: RequestContext = {};
      if (redirectTo !== undefined) context.redirectTo = redirectTo;
      const request = rebuild(original, asked, address, keys);
      const handle = pathname.startsWith('/rest/v1/') ? rest : (ready: Request) => app.fetch(ready);
      return database.serialise(async () => {
        // Skipped when the client has disconnected: it will ask again, and others are waiting.
        if (begin === undefined && original.signal.aborted)
          return new Response(null, { status: CLIENT_CLOSED });
        begin?.();
        return requestContext.run(context, async () => {
          const response = await handle(request);
          if (context.refusal !== undefined) return Response.json(context.refusal, { status: 400 });
          return finished(response, isPrivate(original, pathname));
        });
      });
    };
    const question = sharedQuestion(original, body, keys.publishableKey);
    if (question !== null) return shared.ask(question, original.headers.get('accept-encoding'), run);
    if (!pathname.startsWith('/auth/v1/')) return run();
    const asked = readAuthBody(pathname, new TextDecoder().decode(body));
    if (typeof asked !== 'string') return asked;
    const request = authRequest(original, asked, { address, redirectTo });
    const answered = await limit({ url: original.url, method: original.method, body: asked, address }, () =>
      guard.handle(request, (given = asked) => run(undefined, new TextEncoder().encode(given))),
    );
    answered.headers.set('cache-control', 'no-store');
    return answered;
  };
  return Object.assign(answer, { settled: guard.settled });
}

/** Responses that may contain a user's rows or tokens must not be cached. */
function isPrivate(request: Request, pathname: string): boolean {
  const signedIn = (request.headers.get('authorization') ?? '').split('.').length === 3;
  return pathname.startsWith('/auth/v1/') || (signedIn && pathname.startsWith('/rest/v1/'));
}

/** Reads the response to its end within the turn, because its body may still be streamed from the database. */
async function finished(response: Response, keepsPrivate: boolean): Promise<Response> {
  const headers = new Headers(response.headers);
  if (keepsPrivate) headers.set('cache-control', 'no-store');
  if (response.body === null) return new Response(null, { status: response.status, headers });
  const body = await response.arrayBuffer();
  return new Response(body, { status: response.status, headers });
}

/** Headers that carry a client address; dropped, because a client could forge them. */
const ADDRESSES = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'forwarded'];

function rebuild(original: Request, body: Uint8Array<ArrayBuffer>, address: string, keys: Keys): Request {
  const headers = new Headers(original.headers);
  // The library knows only keys of the new system; requests with a legacy key are passed on with its token as bearer.
  const { anon, serviceRole } = legacyKeys(keys);
  const apikey = headers.get('apikey');
  if (apikey === anon) headers.set('apikey', keys.publishableKey);
  if (apikey === serviceRole) headers.set('apikey', keys.secretKey);
  for (const name of ADDRESSES) headers.delete(name);
  headers.set('x-forwarded-for', address);
  // Size limits are checked against this header, which a client may omit or forge.
  if (body.byteLength > 0) headers.set('content-length', String(body.byteLength));
  const hasBody = original.method !== 'GET' && original.method !== 'HEAD' && body.byteLength > 0;
  return new Request(original.url, { method: original.method, headers, ...(hasBody ? { body } : {}) });
}

async function wholeBody(request: Request): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) return 'too large';
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY) return 'too large';
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The client's address from the connection, because headers can be forged. */
export function addressOf(c: Context): string {
  return (c.env as Partial<HttpBindings>).incoming?.socket?.remoteAddress ?? 'unknown';
}
