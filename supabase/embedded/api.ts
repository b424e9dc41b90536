import type { HttpBindings } from '@hono/node-server';
import type { App } from '@supabase/lite';
import type { Context } from 'hono';
import { readAuthBody } from './auth-body.ts';
import { createAuthGuard } from './auth-guard.ts';
import type { authLimiter } from './auth-limits.ts';
import type { AccountMails } from './auth-mails.ts';
import { authRequest } from './auth-request.ts';
import type { Database } from './database.ts';
import { type Keys, legacyKeys } from './keys.ts';
import { MAX_UPLOAD } from './lite-app.ts';
import { allowedRedirect } from './redirects.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import { restShim } from './rest-shim.ts';
import { SharedAnswers, sharedQuestion } from './shared-answers.ts';

/** A form around an upload needs a little more than the upload. */
export const MAX_BODY = MAX_UPLOAD + 64 * 1024;

/** As gateways note it. Nobody reads it. */
const GAVE_UP = 499;

export interface ApiOptions {
  app: App;
  database: Database;
  keys: Keys;
  mails: AccountMails;
  siteUrl: string;
  /** Whether a new account has to open its confirmation mail first. */
  confirmations: boolean;
  limit: ReturnType<typeof authLimiter>;
  /** Where mails may lead. */
  origins: readonly string[];
}

/**
 * Hands a request for REST, Auth or Storage to the library, one at a time where the database needs that. `settled`
 * resolves when nothing goes on behind an answer.
 */
export function createApi(options: ApiOptions) {
  const { app, database, keys, mails, siteUrl, confirmations, limit } = options;
  const guard = createAuthGuard({ database, keys, mails, siteUrl, confirmations, guess: limit.guess });
  const rest = restShim((request) => app.fetch(request), database.connection);
  const shared = new SharedAnswers();

  const answer = async (original: Request, c: Context): Promise<Response> => {
    const { pathname, searchParams } = new URL(original.url);
    // Whole before its turn comes: a slow sender must not hold up everyone else.
    const body = await wholeBody(original);
    if (body === 'too large') return Response.json({ message: 'Payload too large' }, { status: 413 });
    const address = addressOf(c);

    const redirectTo = allowedRedirect(searchParams.get('redirect_to'), options.origins);
    const run = (begin?: () => void, asked = body) => {
      const context: RequestContext = {};
      if (redirectTo !== undefined) context.redirectTo = redirectTo;
      const request = rebuild(original, asked, address, keys);
      const handle = pathname.startsWith('/rest/v1/') ? rest : (ready: Request) => app.fetch(ready);
      return database.serialise(async () => {
        // Who gave up asks again; working for both would keep from their turn those who still wait.
        if (begin === undefined && original.signal.aborted) return new Response(null, { status: GAVE_UP });
        begin?.();
        return requestContext.run(context, async () =>
          finished(await handle(request), isPrivate(original, pathname)),
        );
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

/** Answers that hold a person's rows or tokens, or may: no cache keeps them. */
function isPrivate(request: Request, pathname: string): boolean {
  const signedIn = (request.headers.get('authorization') ?? '').split('.').length === 3;
  return pathname.startsWith('/auth/v1/') || (signedIn && pathname.startsWith('/rest/v1/'));
}

/** Reads the answer to its end while the turn lasts, should its body still come out of the database. */
async function finished(response: Response, keepsPrivate: boolean): Promise<Response> {
  const headers = new Headers(response.headers);
  if (keepsPrivate) headers.set('cache-control', 'no-store');
  if (response.body === null) return new Response(null, { status: response.status, headers });
  const body = await response.arrayBuffer();
  return new Response(body, { status: response.status, headers });
}

/** Where a gateway of ours would put the sender's address, and where a sender could claim another. */
const ADDRESSES = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'forwarded'];

function rebuild(original: Request, body: Uint8Array<ArrayBuffer>, address: string, keys: Keys): Request {
  const headers = new Headers(original.headers);
  // The library knows keys of the new system only, and takes the tokens that the older keys are as bearers.
  const { anon, serviceRole } = legacyKeys(keys);
  const apikey = headers.get('apikey');
  if (apikey === anon) headers.set('apikey', keys.publishableKey);
  if (apikey === serviceRole) headers.set('apikey', keys.secretKey);
  for (const name of ADDRESSES) headers.delete(name);
  headers.set('x-forwarded-for', address);
  // Size limits are checked against this header, which a sender may leave out or get wrong.
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

/** The sender's address, as the connection has it: headers can say anything. */
export function addressOf(c: Context): string {
  return (c.env as Partial<HttpBindings>).incoming?.socket?.remoteAddress ?? 'unknown';
}
