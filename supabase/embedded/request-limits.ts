import type { Context, Hono, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AddressLimits, AtOnce } from './address-limits.ts';
import { addressOf, MAX_BODY } from './api.ts';

const KB = 1024;
/**
 * Largest bodies in bytes. The largest that the app sends are an import of 5,000 supporters to REST and a lead to a
 * function; requests to Auth contain a name and a few choices.
 */
const LONGEST: Readonly<Record<string, number>> = {
  '/rest/v1/*': 4096 * KB,
  '/auth/v1/*': 64 * KB,
  '/realtime/v1/*': 256 * KB,
  '/functions/v1/*': 1024 * KB,
  '/storage/v1/*': MAX_BODY,
};

/** Limits the size of each body and the concurrent requests of one address, because several routes buffer bodies. */
export function limitRequests(app: Hono, limits: AddressLimits): void {
  const requests = new AtOnce(limits.requests);
  const bytes = new AtOnce(limits.bodyBytes);

  for (const [path, maxSize] of Object.entries(LONGEST)) {
    app.use(path, async (c: Context, next: Next) => {
      const address = addressOf(c);
      const hasBody = c.req.raw.body !== null;
      // A request without a length counts as the largest allowed one.
      const size = hasBody ? Math.min(Number(c.req.header('content-length') ?? maxSize), maxSize) : 0;
      const leave = requests.enter(address);
      const free = bytes.enter(address, Number.isFinite(size) ? size : maxSize);
      try {
        if (leave === null || free === null) return tooManyRequests();
        await next();
        return undefined;
      } finally {
        leave?.();
        free?.();
      }
    });
    app.use(path, bodyLimit({ maxSize, onError: (c) => c.json({ message: 'Payload too large' }, 413) }));
  }
}

export function tooManyRequests(): Response {
  const message = 'Too many requests are under way from this address';
  return Response.json(
    { statusCode: '429', code: 'over_request_rate_limit', error: 'TooManyRequests', message },
    { status: 429, headers: { 'retry-after': '1', 'access-control-allow-origin': '*' } },
  );
}
