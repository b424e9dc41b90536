import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { addressOf } from '../api.ts';
import { bearerToken, claimsOfJwt } from '../claims.ts';
import { type Keys, legacyKeys } from '../keys.ts';
import type { FunctionRunner } from './runner.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
};

export interface FunctionRoutes {
  functionsDir: string;
  runner: FunctionRunner;
  keys: Keys;
  verifyJwt(name: string): boolean;
}

/** Routes for /functions/v1/<name>, with the checks of hosted Supabase's gateway. */
export function functionRoutes(app: Hono, options: FunctionRoutes): void {
  const handle = async (c: Context) => {
    const name = c.req.param('name') ?? '';
    if (!/^[a-zA-Z][\w-]*$/.test(name) || !existsSync(join(options.functionsDir, name, 'index.ts'))) {
      return c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404, CORS);
    }
    // A preflight carries no token; the function's own CORS headers decide.
    if (c.req.method !== 'OPTIONS' && options.verifyJwt(name)) {
      const token = bearerToken(c.req.header('authorization'));
      if (token === null) return c.json({ code: 401, message: 'Missing authorization header' }, 401, CORS);
      // The new keys are not JWTs, so a function for visitors needs verify_jwt = false, as on hosted Supabase.
      const known = await claimsOfJwt(token, options.keys);
      if (known.kind === 'refused') return c.json({ code: 401, message: 'Invalid JWT' }, 401, CORS);
    }
    const result = await options.runner.call(name, forwarded(c.req.raw, options.keys), addressOf(c));
    if (result.kind === 'answer') return result.response;
    return Response.json(
      { code: result.code, message: result.message },
      { status: result.status, headers: CORS },
    );
  };
  app.all('/functions/v1/:name', handle);
  app.all('/functions/v1/:name/*', handle);
}

/**
 * Rewrites the headers like hosted Supabase's gateway: new keys are not bearer tokens, so `Bearer sb_…` is replaced by
 * the legacy token of `apikey`, or removed.
 */
function forwarded(request: Request, keys: Keys): Request {
  if (!/^Bearer\s+sb_/i.test(request.headers.get('authorization') ?? '')) return request;
  const headers = new Headers(request.headers);
  const { anon, serviceRole } = legacyKeys(keys);
  const tokens: Record<string, string> = { [keys.publishableKey]: anon, [keys.secretKey]: serviceRole };
  const token = tokens[request.headers.get('apikey') ?? ''];
  if (token === undefined) headers.delete('authorization');
  else headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}
