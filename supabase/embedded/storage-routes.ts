import type { Context, Hono } from 'hono';
import { addressOf } from './api.ts';
import type { Database } from './database.ts';
import { type ImageCache, parseTransform } from './images.ts';
import type { Keys } from './keys.ts';
import { tooManyRequests } from './request-limits.ts';
import { refusedStorageRequest } from './storage-asked.ts';
import type { StorageFiles, StoredFile } from './storage-files.ts';
import { fileOfForm } from './storage-form.ts';
import { listObjects } from './storage-list.ts';
import { signedAnswer } from './storage-sign.ts';

/** Headers that stop uploaded files, which share our origin, from running scripts or reading data. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
};
const ACTIVE = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)/i;

export interface StorageRoutes {
  database: Database;
  keys: Keys;
  files: StorageFiles;
  images: ImageCache;
  /** REST, Auth and Storage of the library, with their policies. */
  api(request: Request, context: Context): Promise<Response>;
}

/**
 * Serves public objects directly, which needs no policy and avoids the library's write per read (it records each
 * access). Resizes public and private pictures; the library decides who may see a private one.
 */
export function storageRoutes(app: Hono, given: StorageRoutes): void {
  const options: StorageRoutes = {
    ...given,
    api: async (request, c) => asStorage(await given.api(request, c)),
  };
  app.use('/storage/v1/*', async (c, next) => {
    const refused = await refusedStorageRequest(c.req.raw, options.keys);
    if (refused === null) return next();
    // The body is read to its end; otherwise the client would see a broken connection instead of the reason.
    await c.req.raw.arrayBuffer().catch(() => undefined);
    return harmless(refused);
  });

  app.get('/storage/v1/object/public/:bucket/*', async (c) => {
    const file = await publicObject(c, '/storage/v1/object/public/', options);
    if (file === null) return notFound(c);
    const { headers, fresh } = objectHeaders(c, file.eTag, file.contentType, file.cacheControl);
    const { searchParams } = new URL(c.req.url);
    if (ACTIVE.test(file.contentType) || searchParams.has('download')) {
      headers['content-disposition'] = attachment(searchParams.get('download') ?? '');
    }
    return fresh ? c.body(null, 304, headers) : c.body(file.body, 200, headers);
  });

  app.get('/storage/v1/render/image/public/:bucket/*', async (c) => {
    const file = await publicObject(c, '/storage/v1/render/image/public/', options);
    return file === null ? notFound(c) : render(c, file, options.images);
  });

  for (const kind of ['authenticated', 'sign'] as const) {
    app.get(`/storage/v1/render/image/${kind}/:bucket/*`, async (c) => {
      const url = new URL(c.req.url);
      const part = kind === 'sign' ? 'sign/' : '';
      url.pathname = url.pathname.replace(`/render/image/${kind}/`, `/object/${part}`);
      const token = url.searchParams.get('token');
      url.search = token === null ? '' : `?token=${encodeURIComponent(token)}`;
      const original = await options.api(new Request(url, { headers: c.req.raw.headers }), c);
      if (!original.ok) return original;
      return render(
        c,
        {
          body: new Uint8Array(await original.arrayBuffer()),
          contentType: original.headers.get('content-type') ?? '',
          eTag: original.headers.get('etag') ?? '',
          cacheControl: 'private, max-age=3600',
        },
        options.images,
      );
    });
  }

  app.post('/storage/v1/object/list/:bucket', (c) => listObjects(c, options));
  app.post('/storage/v1/object/sign/*', async (c) => {
    const asked = await c.req.raw
      .clone()
      .json()
      .catch(() => null);
    return signedAnswer(await options.api(c.req.raw, c), asked);
  });

  app.get('/storage/v1/object/authenticated/:bucket/*', async (c) => {
    const url = new URL(c.req.url);
    url.pathname = url.pathname.replace('/object/authenticated/', '/object/');
    return harmless(await options.api(new Request(url, c.req.raw), c));
  });
  app.on(['POST', 'PUT'], '/storage/v1/object/:bucket/*', async (c) => {
    const upload = await fileOfForm(c.req.raw);
    return upload instanceof Request ? harmless(await options.api(upload, c)) : invalidForm(c, upload.reason);
  });
  app.all('/storage/v1/*', async (c) => harmless(await options.api(c.req.raw, c)));
}

/** Converts a rejected token to the response of Supabase's storage: 400 around a 403 instead of the library's 401. */
async function asStorage(response: Response): Promise<Response> {
  if (response.status !== 401) return response;
  const told: unknown = await response.json().catch(() => null);
  const message = (told as { message?: unknown } | null)?.message;
  return Response.json(
    {
      statusCode: '403',
      error: 'Unauthorized',
      message: typeof message === 'string' ? message : 'Access denied',
    },
    { status: 400 },
  );
}

function harmless(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HARMLESS)) headers.set(name, value);
  if (ACTIVE.test(headers.get('content-type') ?? '')) headers.set('content-disposition', 'attachment');
  return new Response(response.body, { status: response.status, headers });
}

function invalidForm(c: Context, message: string): Response {
  return c.json({ statusCode: '400', error: 'InvalidRequest', message }, 400, HARMLESS);
}

type Served = Pick<StoredFile, 'body' | 'contentType' | 'eTag' | 'cacheControl'>;

async function publicObject(c: Context, prefix: string, options: StorageRoutes): Promise<StoredFile | null> {
  const path = new URL(c.req.url).pathname.slice(prefix.length);
  const slash = path.indexOf('/');
  const [bucket, key] = [decode(path.slice(0, slash)), decode(path.slice(slash + 1))];
  if (bucket === null || key === null) return null;
  const known = await options.database.query(
    `select from storage.objects o join storage.buckets b on b.id = o.bucket_id
     where b.id = $1 and o.name = $2 and b.public`,
    [bucket, key],
  );
  return known.length === 0 ? null : options.files.read(bucket, key);
}

async function render(c: Context, file: Served, images: ImageCache): Promise<Response> {
  const parsed = parseTransform(new URL(c.req.url).searchParams);
  if (parsed.kind === 'invalid') {
    return c.json({ statusCode: '400', error: 'InvalidRequest', message: parsed.reason }, 400, HARMLESS);
  }
  const acceptsWebp = (c.req.header('accept') ?? '').includes('image/webp');
  const eTag = `${file.eTag.slice(0, -1)}-${JSON.stringify(Object.values(parsed.transform)).replace(/\W+/g, '-')}${acceptsWebp ? 'w' : ''}"`;
  const { headers, fresh } = objectHeaders(c, eTag, '', file.cacheControl);
  headers.vary = 'Accept';
  if (fresh) return c.body(null, 304, headers);
  const picture = await images.render(file, file.eTag, parsed.transform, acceptsWebp, addressOf(c));
  if (picture === 'busy') return tooManyRequests();
  if (picture === null) {
    return c.json(
      { statusCode: '400', error: 'InvalidRequest', message: 'Not a picture that can be resized' },
      400,
      HARMLESS,
    );
  }
  headers['content-type'] = picture.contentType;
  return c.body(picture.body, 200, headers);
}

function objectHeaders(c: Context, eTag: string, contentType: string, cacheControl: string) {
  const headers: Record<string, string> = {
    ...HARMLESS,
    etag: eTag,
    'cache-control': httpCacheControl(cacheControl),
  };
  const fresh = c.req.header('if-none-match') === eTag;
  if (!fresh && contentType !== '') headers['content-type'] = contentType;
  return { headers, fresh };
}

/** Normalises `max-age=3600`, or bare seconds in a form, both sent by supabase-js. */
function httpCacheControl(given: string): string {
  return /^\d+$/.test(given) ? `max-age=${given}` : given;
}

function attachment(name: string): string {
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part) || null;
  } catch {
    return null;
  }
}

/** Response of Supabase's storage for a missing object: 400 around a 404. */
function notFound(c: Context): Response {
  return c.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 400, HARMLESS);
}
