/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { type PictureSize, readSizedName, SIZES } from '@/lib/picture-sizes';

export const PICTURE_CACHE = 'danceflix-pictures';

/** Enough for a long look at teachers: about 300 pictures of 5 to 30 kB. */
export const PICTURE_LIMITS = {
  maxEntries: 300,
  maxAgeSeconds: 30 * 24 * 60 * 60,
  purgeOnQuotaError: true,
} as const;

const PICTURE_PATH = /^\/storage\/v1\/(render\/image|object)\/public\/(?!search-files\/)/;

// Servers send `Vary: Accept, Origin`, but the picture is the same.
const MATCH_OPTIONS = { ignoreVary: true } as const;

/** Whether `url` is a public picture of the app's own origin or of the configured Supabase; the search file is none. */
export function isPicture(url: URL, origins: readonly string[]): boolean {
  return origins.includes(url.origin) && PICTURE_PATH.test(url.pathname);
}

/** Origins that pictures come from: `ownOrigin`, and that of VITE_SUPABASE_URL when it is configured. */
export function pictureOrigins(ownOrigin: string, supabaseUrl: string | undefined): string[] {
  return supabaseUrl ? [ownOrigin, new URL(supabaseUrl).origin] : [ownOrigin];
}

/**
 * Caches public pictures, bounded in number and age. Only readable 200 responses are stored: an opaque one could be an
 * error page and counts as megabytes against the quota, so pages request pictures with `crossOrigin="anonymous"`.
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

/** The other sizes of the same picture, as addresses: `larger` ascending from the next one, `smaller` ascending too. */
export function otherFiles(address: string): { larger: string[]; smaller: string[] } {
  const sized = readSizedName(address);
  if (!sized) return { larger: [], smaller: [] };
  const at = SIZES.indexOf(sized.size);
  const inSizes = (sizes: readonly PictureSize[]) => sizes.map((size) => sized.in(size));
  return { larger: inSizes(SIZES.slice(at + 1)), smaller: inSizes(SIZES.slice(0, at)) };
}

/**
 * Keeps one size per picture, the largest that was shown: a cached larger file answers for a smaller one and removes
 * the smaller ones when it is stored. Without a network, the same picture in any other size is shown.
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
