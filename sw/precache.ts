/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { STORE_ALL } from '@/lib/worker-names';
import { fetchPack, type Pack, packsOf, unpack } from './packs';

/** Cache with the hashed files of the previous release only. */
export const PREVIOUS_CACHE = 'danceflix-precache-previous';

const HASHED = /^\/assets\//;

/**
 * Parallel requests while installing. Workbox sends one at a time, so that each waits a full round trip. Two of a host's
 * six connections stay free for the page's own requests; Chromium lets an installing worker have three.
 */
const AT_ONCE = 4;

/** Share of a pack's files that must be missing before the pack is requested: an update may change only a few. */
const WORTH_A_PACK = 0.5;

/** Files that few users need (the administration's) are not precached; they are cached when first loaded. */
const opened = new CacheFirst({
  cacheName: 'danceflix-opened-files',
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 100, purgeOnQuotaError: true }),
  ],
});

/**
 * Precaches the files of this release and answers requests for them. The previous release is kept for one more: a tab
 * opened before the update still loads its lazy chunks by their old names, which the server may no longer have.
 */
export function precacheRelease(
  scope: ServiceWorkerGlobalScope,
  manifest: Array<{ url: string; revision: string | null; pack?: string; later?: boolean }>,
): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList(manifest);
  const keyOf = (url: string) => precache.getCacheKeyForURL(url);
  const packs = packsOf(manifest, keyOf);
  const later = new Set(manifest.flatMap(({ url, later }) => (later ? (keyOf(url) ?? []) : [])));
  const { caches } = scope;
  const { locks } = scope.navigator;
  scope.addEventListener('install', (event) => {
    const first = async () =>
      (await holdsWholeRelease(caches, precache, later.size)) ? new Set<string>() : later;
    event.waitUntil(
      withLock(locks, async () => install(caches, precache, packs, stored(precache, event), await first())),
    );
  });
  scope.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type !== STORE_ALL) return;
    const storing = withLock(locks, () => install(caches, precache, packs, put(caches, precache)));
    const isStored = storing.then(
      () => true,
      (error: unknown) => {
        console.info('Release not stored', error);
        return false;
      },
    );
    event.waitUntil(isStored.then((all) => event.ports[0]?.postMessage(all)));
  });
  scope.addEventListener('activate', (event) => {
    // Copied before workbox deletes the files that the new manifest does not name.
    const keep = () => keepPrevious(scope.caches, precache);
    event.waitUntil(keep().then(() => unlessInstalling(locks, () => precache.activate(event))));
  });

  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && later.has(keyOf(url.href) ?? ''),
    async ({ request, event }) =>
      (await fromPrecache(caches, precache, request.url)) ?? opened.handle({ request, event }),
  );
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && HASHED.test(url.pathname),
    async ({ request, event }) =>
      (await fromPrevious(scope.caches, request.url)) ?? opened.handle({ request, event }),
  );
  return precache;
}

/** Lock around installing and cleaning up: releases share one cache, so that one could delete what another stores. */
const LOCK = 'danceflix-precache';

/** Runs `work` under the lock, or without it in browsers that have no Web Locks. */
export function withLock<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  return locks ? locks.request(LOCK, work) : work();
}

/**
 * Runs `work` (cleaning up) unless a newer release is installing: cleaning up would delete the files that the newer
 * one has stored or counts as stored. The newer release cleans up for both when it activates.
 */
export async function unlessInstalling(
  locks: LockManager | undefined,
  clear: () => Promise<unknown>,
): Promise<void> {
  if (!locks) await clear();
  else await locks.request(LOCK, { ifAvailable: true }, async (lock) => lock && clear());
}

type Release = Pick<PrecacheController, 'strategy' | 'getURLsToCacheKeys'>;

/** Stores the response for a file under its key. */
type Store = (request: Request, cacheKey: string) => Promise<unknown>;

/** While installing, workbox stores what it requests. */
export const stored =
  (precache: Release, event: ExtendableEvent): Store =>
  (request, cacheKey) =>
    Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }));

const put =
  (caches: CacheStorage, precache: Release): Store =>
  async (request, cacheKey) => {
    const response = await fetch(request);
    if (response.status !== 200) throw new Error(`${request.url}: ${response.status}`);
    const cache = await caches.open(precache.strategy.cacheName);
    await cache.put(cacheKey, response);
  };

/**
 * Whether this phone has the whole product of the release before: then a new one replaces all of it at once, so that no
 * page stops opening offline. A first installation, or one that saves data, stores what opens offline first.
 */
export async function holdsWholeRelease(
  caches: CacheStorage,
  precache: Release,
  later: number,
): Promise<boolean> {
  const cache = await caches.open(precache.strategy.cacheName);
  return (await cache.keys()).length > precache.getURLsToCacheKeys().size - later / 2;
}

async function fromPrecache(
  caches: CacheStorage,
  precache: PrecacheController,
  url: string,
): Promise<Response | undefined> {
  const cache = await caches.open(precache.strategy.cacheName);
  return cache.match(precache.getCacheKeyForURL(url) ?? url, { ignoreVary: true });
}

/**
 * Stores the files that are missing, but for those that come `later`. Rejects when a file cannot be loaded; files stored
 * before stay and are not requested again.
 */
export async function install(
  caches: CacheStorage,
  precache: Release,
  packs: readonly Pack[],
  store: Store,
  later: ReadonlySet<string> = new Set(),
): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const missing = new Map(
    [...precache.getURLsToCacheKeys()]
      .filter(([, cacheKey]) => !held.has(cacheKey) && !later.has(cacheKey))
      .map(([url, cacheKey]) => [cacheKey, url]),
  );

  const singleFile = (cacheKey: string) => async () => {
    const url = missing.get(cacheKey) ?? cacheKey;
    const isNamedByContent = url === cacheKey;
    const request = new Request(url, {
      cache: isNamedByContent ? 'default' : 'reload',
      credentials: 'same-origin',
    });
    await store(request, cacheKey);
  };

  // Files that their pack failed to deliver.
  const undelivered: string[] = [];
  const unpacking: Promise<void>[] = [];
  const storePack = async (pack: Pack, texts: Promise<unknown>) => {
    let delivered: string[] = [];
    try {
      delivered = await unpack(pack, await texts, cache);
    } catch (error) {
      console.warn('Files are requested without their pack', error);
    }
    undelivered.push(...[...pack.files.values()].filter((cacheKey) => !delivered.includes(cacheKey)));
  };
  const packFiles = (pack: Pack) => async () => {
    const texts = fetchPack(pack);
    unpacking.push(storePack(pack, texts));
    // Frees the request slot while the files of this pack are being stored.
    await texts.catch(() => undefined);
  };

  const needed = packs.flatMap(({ url, files }) => {
    const wanted = new Map([...files].filter(([, cacheKey]) => missing.has(cacheKey)));
    return wanted.size > 0 && wanted.size >= WORTH_A_PACK * files.size ? [{ url, files: wanted }] : [];
  });
  const packed = new Set(needed.flatMap(({ files }) => [...files.values()]));
  const alone = [...missing].filter(([cacheKey]) => !packed.has(cacheKey));
  // Files named by their content are mostly in the browser's cache, so the others get the network first.
  const singles = (areNamedByContent: boolean) =>
    alone
      .filter(([cacheKey, url]) => (cacheKey === url) === areNamedByContent)
      .map(([cacheKey]) => singleFile(cacheKey));
  await runAll([...singles(false), ...needed.map(packFiles), ...singles(true)]);
  await Promise.all(unpacking);
  await runAll(undelivered.map(singleFile));
}

/** Rejects with the first failure and starts no task after it. */
async function runAll(tasks: Array<() => Promise<void>>): Promise<void> {
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
  // Checked with has() first, because open() would create an empty cache.
  if (!(await caches.has(PREVIOUS_CACHE))) return undefined;
  const previous = await caches.open(PREVIOUS_CACHE);
  return previous.match(url, { ignoreVary: true });
}

/** Replaces the kept release with the files that the new manifest no longer names. */
export async function keepPrevious(caches: CacheStorage, precache: PrecacheController): Promise<void> {
  const current = await caches.open(precache.strategy.cacheName);
  const named = new Set(precache.getURLsToCacheKeys().values());
  const outgoing = (await current.keys()).filter(
    (request) => !named.has(request.url) && HASHED.test(new URL(request.url).pathname),
  );
  // Nothing to replace after a first installation, or when a new worker has the same files.
  if (outgoing.length === 0) return;
  await caches.delete(PREVIOUS_CACHE);
  const previous = await caches.open(PREVIOUS_CACHE);
  try {
    for (const request of outgoing) {
      const response = await current.match(request);
      if (response) await previous.put(request, response);
    }
  } catch (error) {
    // The disk is full. The previous release is optional, and the clean-up of the precache that follows makes room.
    console.warn('No previous release', error);
    await caches.delete(PREVIOUS_CACHE);
  }
}
