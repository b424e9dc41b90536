import { expect, test, vi } from 'vitest';
import type { PrecacheController } from 'workbox-precaching';
import type { Pack } from './packs';

vi.stubGlobal('registration', { scope: 'https://danceflix.test/' });
const { holdsWholeRelease, withLock, install, keepPrevious, PREVIOUS_CACHE, stored, unlessInstalling } =
  await import('./precache');

const NOW = 'current';
const old = 'https://danceflix.test/assets/search-old.js';
const kept = 'https://danceflix.test/assets/search-new.js';
const precache = {
  strategy: { cacheName: NOW },
  getURLsToCacheKeys: () => new Map([[kept, kept]]),
} as unknown as PrecacheController;

/** The parts of CacheStorage that the tested code uses. */
function cachesWith(urls: string[], room = true) {
  const stores = new Map([[NOW, new Map(urls.map((url) => [url, new Response(url)]))]]);
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      match: async ({ url }: Request) => store.get(url),
      put: async ({ url }: Request, response: Response) => {
        if (!room) throw new DOMException('full', 'QuotaExceededError');
        store.set(url, response);
      },
    };
  };
  const caches = { open, delete: async (name: string) => stores.delete(name) } as unknown as CacheStorage;
  return { caches, previous: () => [...(stores.get(PREVIOUS_CACHE)?.keys() ?? [])] };
}

test('files of the previous release that the new one does not name are kept', async () => {
  const { caches, previous } = cachesWith([old, kept, 'https://danceflix.test/app-shell.html']);
  await keepPrevious(caches, precache);
  expect(previous()).toEqual([old]);
});

test('on a full disk none of them is kept, and the new release still cleans up', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { caches, previous } = cachesWith([old, kept], false);
  await keepPrevious(caches, precache);
  expect(previous()).toEqual([]);
});

/** Web Locks for one lock name, like the platform's. */
function webLocks(): LockManager {
  let held: Promise<unknown> | null = null;
  const request = (_name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: unknown) => Promise<unknown>;
    if (held && rest.length > 1) return work(null);
    const running = Promise.resolve(held).then(() => work({}));
    held = running.finally(() => {
      held = null;
    });
    return running;
  };
  return { request } as unknown as LockManager;
}

test('a release that activates while the next one is installing deletes nothing', async () => {
  const locks = webLocks();
  let store: () => void = () => undefined;
  const storing = withLock(
    locks,
    () =>
      new Promise<void>((resolve) => {
        store = resolve;
      }),
  );
  const clear = vi.fn(async () => undefined);
  await unlessInstalling(locks, clear);
  expect(clear).not.toHaveBeenCalled();
  store();
  await storing;
  await unlessInstalling(locks, clear);
  expect(clear).toHaveBeenCalledOnce();
  await unlessInstalling(undefined, clear);
  expect(clear).toHaveBeenCalledTimes(2);
});

interface Asked {
  url: string;
  arrive(body?: string): void;
  fail(): void;
}

/** A precache whose responses arrive when the test says so; `held` are in the cache from the visit before. */
function installing(
  urls: string[],
  packs: Pack[] = [],
  held: string[] = [],
  storing: Promise<void> = Promise.resolve(),
  later: string[] = [],
) {
  const asked: Asked[] = [];
  const kept = new Map<string, string>();
  const ask = (url: string) =>
    new Promise<Response>((resolve, reject) => {
      asked.push({
        url,
        arrive: (body = url) => resolve(new Response(body)),
        fail: () => reject(new TypeError('Failed to fetch')),
      });
    });
  vi.stubGlobal('fetch', (url: string) => ask(url));
  const caches = {
    open: async () => ({
      keys: async () => held.map((url) => new Request(url)),
      put: async (url: string, response: Response) => {
        await storing;
        kept.set(url, `${response.headers.get('content-type')}: ${await response.text()}`);
      },
    }),
  } as unknown as CacheStorage;
  const precache = {
    strategy: {
      cacheName: NOW,
      handleAll: ({ request }: { request: Request }) => {
        const response = ask(request.url);
        return [response, response.then(() => undefined)];
      },
    },
    getURLsToCacheKeys: () => new Map(urls.map((url) => [url, url])),
  } as unknown as PrecacheController;
  const store = stored(precache, new Event('install') as ExtendableEvent);
  return { asked, kept, done: install(caches, precache, packs, store, new Set(later)) };
}

const many = Array.from({ length: 9 }, (_, number) => `https://danceflix.test/assets/part-${number}.js`);
const turn = () => new Promise((resolve) => setTimeout(resolve));
const names = (asked: Asked[]) => asked.map(({ url }) => url);

/** The first six files are in this pack. */
const PACK = 'assets/pack-1.json';
const pathOf = (url: string) => new URL(url).pathname.slice(1);
const pack: Pack = { url: PACK, files: new Map(many.slice(0, 6).map((url) => [pathOf(url), url])) };
const packed = (urls: string[]) => JSON.stringify(Object.fromEntries(urls.map((url) => [pathOf(url), '1'])));

test('an installation requests several files at once and each file once', async () => {
  const { asked, done } = installing(many);
  await turn();
  expect(asked).toHaveLength(4);
  asked[1]?.arrive();
  await turn();
  expect(asked).toHaveLength(5);
  for (let place = 0; place < many.length; place++) {
    asked[place]?.arrive();
    await turn();
  }
  await done;
  expect(names(asked)).toEqual(many);
});

test('what comes later is not requested, neither alone nor in a pack', async () => {
  const { asked, kept, done } = installing(many, [pack], [], undefined, [
    ...many.slice(0, 6),
    ...many.slice(8),
  ]);
  await turn();
  expect(names(asked)).toEqual(many.slice(6, 8));
  for (const { arrive } of asked) arrive();
  await done;
  expect(kept.size).toBe(0);
});

test.each([
  ['of a first installation', [], false],
  ['with what opens offline, and a few pages that were opened', [...many.slice(0, 4), old], false],
  ['with the whole release before', [...many.slice(0, 7), old], true],
])(
  'a new release replaces everything at once only on a phone that has everything: one %s',
  async (_, urls, whole) => {
    const { caches } = cachesWith(urls);
    const release = { ...precache, getURLsToCacheKeys: () => new Map(many.map((url) => [url, url])) };
    expect(await holdsWholeRelease(caches, release as unknown as PrecacheController, 5)).toBe(whole);
  },
);

test('a file that cannot be loaded fails the installation, and no more are requested', async () => {
  const { asked, done } = installing(many);
  const outcome = expect(done).rejects.toThrow('Failed to fetch');
  await turn();
  asked[0]?.fail();
  await outcome;
  for (const { arrive } of asked) arrive();
  await turn();
  expect(asked).toHaveLength(4);
});

test('files of a pack are requested once, and each is cached under its own name and type', async () => {
  const { asked, kept, done } = installing(many, [pack]);
  await turn();
  expect(names(asked)).toEqual([PACK, ...many.slice(6)]);
  for (const { url, arrive } of asked) arrive(url === PACK ? packed(many.slice(0, 6)) : url);
  await done;
  expect([...kept]).toEqual(many.slice(0, 6).map((url) => [url, 'text/javascript; charset=utf-8: 1']));
});

test('the next files are requested while those of a pack are stored', async () => {
  let store: () => void = () => undefined;
  const storing = new Promise<void>((resolve) => {
    store = resolve;
  });
  const { asked, kept, done } = installing([...many, 'https://danceflix.test/last.js'], [pack], [], storing);
  await turn();
  expect(asked).toHaveLength(4);
  asked[0]?.arrive(packed(many.slice(0, 6)));
  await turn();
  expect(names(asked)).toEqual([PACK, ...many.slice(6), 'https://danceflix.test/last.js']);
  for (const { arrive } of asked) arrive();
  await turn();
  expect(kept.size).toBe(0);
  store();
  await done;
  expect(kept.size).toBe(6);
});

test('files stored by an interrupted installation are not requested again', async () => {
  const { asked, done } = installing(many, [pack], [...many.slice(0, 2), ...many.slice(7)]);
  await turn();
  expect(names(asked)).toEqual([PACK, many[6]]);
  for (const { url, arrive } of asked) arrive(url === PACK ? packed(many) : url);
  await done;
});

test('a pack is not requested when few of its files are missing', async () => {
  const { asked, done } = installing(many, [pack], many.slice(2));
  await turn();
  expect(names(asked)).toEqual(many.slice(0, 2));
  for (const { arrive } of asked) arrive();
  await done;
});

test.each<[string, (asked: Asked) => void, string[]]>([
  ['does not arrive', ({ fail }) => fail(), many.slice(0, 6)],
  ['is none', ({ arrive }) => arrive('<!doctype html>'), many.slice(0, 6)],
  ['lacks a file', ({ arrive }) => arrive(packed(many.slice(0, 5))), many.slice(5, 6)],
])('where a pack %s, its files are asked for one by one', async (_, answer, left) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { asked, done } = installing(many.slice(0, 6), [pack]);
  await turn();
  expect(names(asked)).toEqual([PACK]);
  for (let place = 0; place < 7; place++) {
    const next = asked[place];
    if (next?.url === PACK) answer(next);
    else next?.arrive();
    await turn();
  }
  await done;
  expect(names(asked)).toEqual([PACK, ...left]);
});
