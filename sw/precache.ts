/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { fetchPack, type Pack, packsOf, unpack } from './packs';

/** Holds the hashed files of the release before this one, and of no older one. */
export const PREVIOUS_CACHE = 'danceflix-precache-previous';

const HASHED = /^\/assets\//;

/**
 * Requests under way at once while installing: one after another, as workbox does it, each waits for the one before to
 * come there and back. Two of a host's six connections stay free for what the page asks for meanwhile.
 */
const AT_ONCE = 4;

/** The part of a pack's files that has to be missing for the pack to be worth its bytes: an update may change few. */
const WORTH_A_PACK = 0.5;

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
  manifest: Array<{ url: string; revision: string | null; pack?: string }>,
): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList(manifest);
  const packs = packsOf(manifest, (url) => precache.getCacheKeyForURL(url));
  const { locks } = scope.navigator;
  scope.addEventListener('install', (event) => {
    event.waitUntil(alone(locks, () => install(scope.caches, precache, packs, event)));
  });
  scope.addEventListener('activate', (event) => {
    // Copied before workbox deletes what the new manifest does not name.
    const keep = () => keepPrevious(scope.caches, precache);
    event.waitUntil(keep().then(() => unlessInstalling(locks, () => precache.activate(event))));
  });

  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && HASHED.test(url.pathname),
    async ({ request, event }) =>
      (await fromPrevious(scope.caches, request.url)) ?? opened.handle({ request, event }),
  );
  return precache;
}

/** Releases share one cache: what one stores another must not clear away. */
const LOCK = 'danceflix-precache';

/** Browsers without Web Locks do without. */
export function alone<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  return locks ? locks.request(LOCK, work) : work();
}

/**
 * A release that takes over while the next one is being stored clears nothing: it would take along what that one has
 * stored, or counts as stored. Whoever takes over after it clears for both.
 */
export async function unlessInstalling(
  locks: LockManager | undefined,
  clear: () => Promise<unknown>,
): Promise<void> {
  if (!locks) await clear();
  else await locks.request(LOCK, { ifAvailable: true }, async (lock) => lock && clear());
}

/** Rejects when a file cannot be had; what came before it stays, and is not asked for again. */
export async function install(
  caches: CacheStorage,
  precache: Pick<PrecacheController, 'strategy' | 'getURLsToCacheKeys'>,
  packs: readonly Pack[],
  event: ExtendableEvent,
): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = new Map(
    [...precache.getURLsToCacheKeys()]
      .filter(([, cacheKey]) => !stored.has(cacheKey))
      .map(([url, cacheKey]) => [cacheKey, url]),
  );

  const single = (cacheKey: string) => async () => {
    const url = missing.get(cacheKey) ?? cacheKey;
    const isNamedByContent = url === cacheKey;
    const request = new Request(url, {
      cache: isNamedByContent ? 'default' : 'reload',
      credentials: 'same-origin',
    });
    await Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }));
  };

  // What a pack was to bring and did not.
  const left: string[] = [];
  const unpacking: Promise<void>[] = [];
  const keepFiles = async (pack: Pack, texts: Promise<unknown>) => {
    let brought: string[] = [];
    try {
      brought = await unpack(pack, await texts, cache);
    } catch (error) {
      console.warn('Its files are asked for one by one:', error);
    }
    left.push(...[...pack.files.values()].filter((cacheKey) => !brought.includes(cacheKey)));
  };
  const together = (pack: Pack) => async () => {
    const texts = fetchPack(pack);
    unpacking.push(keepFiles(pack, texts));
    // Storing its files leaves the line free for the next.
    await texts.catch(() => undefined);
  };

  const needed = packs.flatMap(({ url, files }) => {
    const wanted = new Map([...files].filter(([, cacheKey]) => missing.has(cacheKey)));
    return wanted.size > 0 && wanted.size >= WORTH_A_PACK * files.size ? [{ url, files: wanted }] : [];
  });
  const packed = new Set(needed.flatMap(({ files }) => [...files.values()]));
  const alone = [...missing.keys()].filter((cacheKey) => !packed.has(cacheKey));
  await fewAtOnce([...needed.map(together), ...alone.map(single)]);
  await Promise.all(unpacking);
  await fewAtOnce(left.map(single));
}

/** Rejects with the first that fails; none is begun after it. */
async function fewAtOnce(tasks: Array<() => Promise<void>>): Promise<void> {
  const workThrough = async () => {
    for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) await next();
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
  } finally {
    tasks.length = 0;
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
