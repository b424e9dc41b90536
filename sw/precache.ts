/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Holds the hashed files of the release before this one, and of no older one. */
export const PREVIOUS_CACHE = 'danceflix-precache-previous';

const HASHED = /^\/assets\//;

/**
 * Files on their way at once while installing. One after another, as workbox does it, 290 files are 290 times there and
 * back: over a minute on a phone's slow line until the app opens offline. Two of a host's six connections stay free for
 * what the page asks for meanwhile.
 */
const AT_ONCE = 4;

/** Files that are not for everybody, so not in the precache (the administration's): kept once they were opened. */
const opened = new CacheFirst({
  cacheName: 'danceflix-opened-files',
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 100, purgeOnQuotaError: true }),
  ],
});

/**
 * Precaches the app of this release and answers for its files. The release before stays for one more: a tab that
 * was open during the update still loads its lazy chunks by their old names, which the server may no longer have.
 */
export function precacheRelease(
  scope: ServiceWorkerGlobalScope,
  manifest: Array<{ url: string; revision: string | null }>,
): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList(manifest);
  scope.addEventListener('install', (event) => {
    event.waitUntil(install(precache, event));
  });
  scope.addEventListener('activate', (event) => {
    // Copied before workbox deletes what the new manifest does not name.
    event.waitUntil(keepPrevious(scope.caches, precache).then(() => precache.activate(event)));
  });

  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && HASHED.test(url.pathname),
    async ({ request, event }) =>
      (await fromPrevious(scope.caches, request.url)) ?? opened.handle({ request, event }),
  );
  return precache;
}

/** Rejects when a file cannot be had; what came before it stays, and is not asked for again. */
export async function install(
  precache: Pick<PrecacheController, 'strategy' | 'getURLsToCacheKeys'>,
  event: ExtendableEvent,
): Promise<void> {
  const waiting = [...precache.getURLsToCacheKeys()];
  const fetchNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [url, cacheKey] = next;
      const isNamedByContent = url === cacheKey;
      const request = new Request(url, {
        cache: isNamedByContent ? 'default' : 'reload',
        credentials: 'same-origin',
      });
      await Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  } finally {
    waiting.length = 0;
  }
}

async function fromPrevious(caches: CacheStorage, url: string): Promise<Response | undefined> {
  // Asked by name: caches.has() first, since open() would create an empty one.
  if (!(await caches.has(PREVIOUS_CACHE))) return undefined;
  const previous = await caches.open(PREVIOUS_CACHE);
  return previous.match(url, { ignoreVary: true });
}

/** Replaces the kept release by the files that the new manifest no longer names. */
export async function keepPrevious(caches: CacheStorage, precache: PrecacheController): Promise<void> {
  const current = await caches.open(precache.strategy.cacheName);
  const named = new Set(precache.getURLsToCacheKeys().values());
  const outgoing = (await current.keys()).filter(
    (request) => !named.has(request.url) && HASHED.test(new URL(request.url).pathname),
  );
  // A first install, or a new worker with the same files: nothing goes, so what is kept stays as it is.
  if (outgoing.length === 0) return;
  await caches.delete(PREVIOUS_CACHE);
  const previous = await caches.open(PREVIOUS_CACHE);
  try {
    for (const request of outgoing) {
      const response = await current.match(request);
      if (response) await previous.put(request, response);
    }
  } catch (error) {
    // A full disk: the old release is a courtesy, and clearing the precache, which comes next, makes room.
    console.warn('Release before not kept', error);
    await caches.delete(PREVIOUS_CACHE);
  }
}
