/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { type PictureSize, readSizedName, SIZES } from '@/lib/picture-sizes';

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
        oneSize,
      ],
    }),
  );
}

/** Files of the same picture, by address, from the next larger one on; and the smaller ones. */
export function otherFiles(address: string): { larger: string[]; smaller: string[] } {
  const sized = readSizedName(address);
  if (!sized) return { larger: [], smaller: [] };
  const at = SIZES.indexOf(sized.size);
  const inSizes = (sizes: readonly PictureSize[]) => sizes.map((size) => sized.in(size));
  return { larger: inSizes(SIZES.slice(at + 1)), smaller: inSizes(SIZES.slice(0, at)) };
}

/**
 * A picture is kept once, in the largest size that was shown: a larger file that is here stands for a smaller one, and
 * takes the place of those that came before it. Without a network, the same picture in another size is better than none.
 */
export const oneSize: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
    cachedResponse ?? (await firstKept(otherFiles(request.url).larger)),
  cacheDidUpdate: async ({ request }) => {
    const cache = await caches.open(PICTURE_CACHE);
    for (const file of otherFiles(request.url).smaller) await cache.delete(file, MATCH_OPTIONS);
  },
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(PICTURE_CACHE);
    const cut = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    return cut ?? (await firstKept(otherFiles(request.url).smaller.reverse()));
  },
};

async function firstKept(files: readonly string[]): Promise<Response | undefined> {
  const cache = await caches.open(PICTURE_CACHE);
  for (const file of files) {
    const kept = await cache.match(file, MATCH_OPTIONS);
    if (kept) return kept;
  }
  return undefined;
}
