import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { DATA_HEADERS } from '../hosting/headers.ts';
import type { AddressLimits } from './address-limits.ts';
import type { createApi } from './api.ts';
import { authAdminRoutes } from './auth-admin.ts';
import type { Database } from './database.ts';
import { type FunctionRoutes, functionRoutes } from './functions/routes.ts';
import { healthRoute } from './health.ts';
import type { ImageCache } from './images.ts';
import type { Keys } from './keys.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxRoute } from './mailbox-route.ts';
import type { Fallback } from './options.ts';
import { realtimeRoutes } from './realtime/attach.ts';
import type { Hub } from './realtime/hub.ts';
import type { TopicLimits } from './realtime/limits.ts';
import { limitRequests } from './request-limits.ts';
import { messageOf } from './start-failure.ts';
import type { StaticFiles } from './static-files.ts';
import type { StorageFiles } from './storage-files.ts';
import { storageRoutes } from './storage-routes.ts';

export interface RouteOptions {
  api: ReturnType<typeof createApi>;
  database: Database;
  keys: Keys;
  mailbox: Mailbox;
  files: StorageFiles;
  images: ImageCache;
  hub: Hub;
  publicChannels: boolean;
  topics: TopicLimits;
  addressLimits: AddressLimits;
  functions: FunctionRoutes;
  staticFiles: StaticFiles | null;
  fallback: Fallback | null;
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const API_PATHS = ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/realtime/v1/*'];
const EXPOSED = 'Content-Range, Content-Location, Preference-Applied, X-Total-Count, Link, ETag';

/** All routes of the server; the first match answers. */
export function createRoutes(options: RouteOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path}: ${messageOf(error)}`);
    return c.json({ code: 'unexpected_failure', message: 'Internal server error' }, 500, DATA_HEADERS);
  });

  app.notFound((c) => c.json({ code: 'NOT_FOUND', message: 'Nothing is here' }, 404, DATA_HEADERS));

  for (const path of API_PATHS) {
    app.use(path, async (c, next) => {
      if (c.req.method === 'OPTIONS') return preflight(c);
      await next();
      c.header('access-control-allow-origin', '*');
      c.header('access-control-expose-headers', EXPOSED);
      protect(c);
      return undefined;
    });
  }
  app.use('/functions/v1/*', async (c, next) => {
    await next();
    protect(c);
  });

  limitRequests(app, options.addressLimits);

  authAdminRoutes(app, options.database, options.keys);
  storageRoutes(app, options);
  realtimeRoutes(app, options);
  functionRoutes(app, options.functions);
  // Compressed like on hosted Supabase: 500 listings are 300 kB of JSON, a tenth of that compressed.
  app.use('/rest/v1/*', compress({ encoding: 'gzip' }));
  app.all('/rest/v1/*', (c) => (isReadable(c) ? options.api(c.req.raw, c) : invalidPath(c)));
  app.all('/auth/v1/*', (c) => options.api(c.req.raw, c));
  mailboxRoute(app, options.mailbox);
  healthRoute(app, options.database, options.staticFiles);

  app.all('*', (c) => {
    const { fallback, staticFiles } = options;
    if (fallback !== null) return runFallback(c, fallback);
    return staticFiles === null ? c.notFound() : staticFiles.serve(c.req.raw);
  });
  return app;
}

/** Adds the security headers unless the response sets its own: a stored file may need others than data. */
function protect(c: Context): void {
  for (const [name, value] of Object.entries(DATA_HEADERS))
    if (!c.res.headers.has(name)) c.header(name, value);
}

/** Answers a preflight without the database, allowing whatever headers supabase-js may send. */
function preflight(c: Context): Response {
  return c.body(null, 204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers':
      c.req.header('access-control-request-headers') ?? 'authorization, apikey, content-type, x-client-info',
    'access-control-max-age': '86400',
  });
}

/**
 * Whether the path decodes to a valid name. Invalid percent-encoding crashes the library, and a zero byte breaks
 * PostgreSQL's protocol.
 */
function isReadable(c: Context): boolean {
  try {
    return !c.req.url.includes('%00') && decodeURIComponent(new URL(c.req.url).pathname) !== '';
  } catch {
    return false;
  }
}

function invalidPath(c: Context): Response {
  const message = 'Invalid path specified in request URL';
  return c.json({ code: 'PGRST125', message, details: null, hint: null }, 400);
}

function runFallback(c: Context, fallback: Fallback): Promise<Response> {
  const { incoming, outgoing } = c.env as HttpBindings;
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT));
    fallback(incoming, outgoing, () => resolve(c.text('Not found', 404)));
  });
}
