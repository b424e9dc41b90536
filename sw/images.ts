/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

export const PICTURE_CACHE = 'danceflix-pictures';

/** A browser's worth of teachers: about 300 pictures of 5 to 30 kB. */
export const PICTURE_LIMITS = {
  maxEntries: 300,
  maxAgeSeconds: 30 * 24 * 60 * 60,
  purgeOnQuotaError: true,
} as const;

const PICTURE_PATH = /^\/storage\/v1\/(render\/image|object)\/public\//;

// Servers vary by Accept and Origin; the picture is the same.
const MATCH_OPTIONS = { ignoreVary: true } as const;

/** Whether `url` is a public picture of the app's own origin or of the configured Supabase. */
export function isPicture(url: URL, origins: readonly string[]): boolean {
  return origins.includes(url.origin) && PICTURE_PATH.test(url.pathname);
}

/** Where pictures may come from: `ownOrigin`, and VITE_SUPABASE_URL when one is configured. */
export function pictureOrigins(ownOrigin: string, supabaseUrl: string | undefined): string[] {
  return supabaseUrl ? [ownOrigin, new URL(supabaseUrl).origin] : [ownOrigin];
}

/**
 * Keeps public pictures, bounded in number and age. Only whole, readable answers (200) are kept: an opaque one
 * could be an error page and is charged to the quota as megabytes, so pictures are asked for with
 * `crossOrigin="anonymous"`.
 */
export function routePictures(ownOrigin: string): void {
  const origins = pictureOrigins(ownOrigin, import.meta.env.VITE_SUPABASE_URL);
  registerRoute(
    ({ url }: RouteMatchCallbackOptions) => isPicture(url, origins),
    new CacheFirst({
      cacheName: PICTURE_CACHE,
      matchOptions: MATCH_OPTIONS,
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ ...PICTURE_LIMITS, matchOptions: MATCH_OPTIONS }),
        otherSize,
      ],
    }),
  );
}

/** Without a network, the same picture in another size is better than none. */
const otherSize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(PICTURE_CACHE);
    return cache.match(request, { ignoreSearch: true, ignoreVary: true });
  },
};
