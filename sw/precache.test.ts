import { expect, test, vi } from 'vitest';
import type { PrecacheController } from 'workbox-precaching';

vi.stubGlobal('registration', { scope: 'https://danceflix.test/' });
const { install, keepPrevious, PREVIOUS_CACHE } = await import('./precache');

const NOW = 'current';
const old = 'https://danceflix.test/assets/search-old.js';
const kept = 'https://danceflix.test/assets/search-new.js';
const precache = {
  strategy: { cacheName: NOW },
  getURLsToCacheKeys: () => new Map([[kept, kept]]),
} as unknown as PrecacheController;

/** Just as much of a CacheStorage as is asked for here. */
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

test('of the release before, what the new one no longer names is kept', async () => {
  const { caches, previous } = cachesWith([old, kept, 'https://danceflix.test/app-shell.html']);
  await keepPrevious(caches, precache);
  expect(previous()).toEqual([old]);
});

test('a full disk keeps nothing of it, and does not keep the new release from clearing up', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { caches, previous } = cachesWith([old, kept], false);
  await keepPrevious(caches, precache);
  expect(previous()).toEqual([]);
});

/** A precache whose files arrive when the test says so. */
function installing(urls: string[]) {
  const asked: { url: string; arrive(): void; fail(): void }[] = [];
  const precache = {
    strategy: {
      handleAll: ({ request }: { request: Request }) => {
        const response = new Promise<Response>((resolve, reject) => {
          const { url } = request;
          asked.push({
            url,
            arrive: () => resolve(new Response(url)),
            fail: () => reject(new TypeError('Failed to fetch')),
          });
        });
        return [response, response.then(() => undefined)];
      },
    },
    getURLsToCacheKeys: () => new Map(urls.map((url) => [url, url])),
  } as unknown as PrecacheController;
  return { asked, done: install(precache, new Event('install') as ExtendableEvent) };
}

const many = Array.from({ length: 9 }, (_, number) => `https://danceflix.test/assets/part-${number}.js`);
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('while installing, several files are on their way at once and every one is asked for once', async () => {
  const { asked, done } = installing(many);
  expect(asked).toHaveLength(4);
  asked[1]?.arrive();
  await turn();
  expect(asked).toHaveLength(5);
  for (let place = 0; place < many.length; place++) {
    asked[place]?.arrive();
    await turn();
  }
  await done;
  expect(asked.map(({ url }) => url)).toEqual(many);
});

test('a file that cannot be had fails the installation, and no more are asked for', async () => {
  const { asked, done } = installing(many);
  const outcome = expect(done).rejects.toThrow('Failed to fetch');
  asked[0]?.fail();
  await outcome;
  for (const { arrive } of asked) arrive();
  await turn();
  expect(asked).toHaveLength(4);
});
