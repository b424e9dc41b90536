import { beforeEach, describe, expect, test, vi } from 'vitest';

// The expiration plugin reads the worker's globals when it is imported.
vi.stubGlobal('registration', { scope: 'https://danceflix.test/' });
const { isPicture, oneSize, otherFiles, PICTURE_CACHE, PICTURE_LIMITS, pictureOrigins } = await import(
  './images'
);

const OWN = 'https://danceflix.test';
const SUPABASE = 'https://abc.supabase.co';
const origins = pictureOrigins(OWN, `${SUPABASE}/`);
const picture = (url: string, from = origins) => isPicture(new URL(url), from);

test('the picture cache is bounded: 300 pictures, 30 days, cleared first when the disk is full', () => {
  expect(PICTURE_LIMITS).toEqual({ maxEntries: 300, maxAgeSeconds: 2_592_000, purgeOnQuotaError: true });
});

test('public pictures of our own origin and of the configured Supabase are cached', () => {
  const path = '/public/profile-images/a/b.webp?width=96';
  expect(picture(`${OWN}/storage/v1/render/image${path}`)).toBe(true);
  expect(picture(`${SUPABASE}/storage/v1/object${path}`)).toBe(true);
});

test('signed pictures, other origins and other responses of the server are not cached', () => {
  expect(picture(`${OWN}/storage/v1/object/sign/profile-images/a/b.webp`)).toBe(false);
  expect(picture(`${OWN}/rest/v1/teacher_listings`)).toBe(false);
  expect(picture(`${OWN}/storage/v1/object/public/search-files/0a1b.gz`)).toBe(false);
  expect(picture('https://elsewhere.test/storage/v1/object/public/x/y.webp')).toBe(false);
  expect(picture(`${SUPABASE}/storage/v1/object/public/x/y.webp`, pictureOrigins(OWN, undefined))).toBe(
    false,
  );
});

const FILE = `${OWN}/storage/v1/object/public/profile-images/a/6a0f4f0c-1111-4000-8000-00000000000a`;

test('the other files of a picture are its other sizes, the next larger one first', () => {
  expect(otherFiles(`${FILE}-c.webp`)).toEqual({ larger: [`${FILE}-p.webp`], smaller: [`${FILE}-t.webp`] });
  expect(otherFiles(`${FILE}-t.webp`).larger).toEqual([`${FILE}-c.webp`, `${FILE}-p.webp`]);
  expect(otherFiles(`${FILE}.webp`)).toEqual({ larger: [], smaller: [] });
});

describe('a picture is cached in one size', () => {
  const kept = new Map<string, Response>();
  const address = (asked: Request | string) => (typeof asked === 'string' ? asked : asked.url);
  const cache = {
    match: async (asked: Request | string, { ignoreSearch = false } = {}) => {
      const url = address(asked);
      const bare = (one: string) => (ignoreSearch ? one.split('?')[0] : one);
      return [...kept].find(([one]) => bare(one) === bare(url))?.[1];
    },
    delete: async (asked: Request | string) => kept.delete(address(asked)),
  };
  const keep = (url: string) => kept.set(url, new Response(url));
  type Plugin = Required<typeof oneSize>;
  const used = (url: string, cachedResponse?: Response) =>
    (oneSize as Plugin).cachedResponseWillBeUsed({
      request: new Request(url),
      cachedResponse,
    } as Parameters<Plugin['cachedResponseWillBeUsed']>[0]);
  const failed = (url: string) =>
    (oneSize as Plugin).handlerDidError({ request: new Request(url) } as Parameters<
      Plugin['handlerDidError']
    >[0]);
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('caches', {
      open: async (name: string) => {
        expect(name).toBe(PICTURE_CACHE);
        return cache;
      },
    });
  });

  test('a cached larger size is shown instead of a smaller one, without a request', async () => {
    expect(await used(`${FILE}-t.webp`)).toBeUndefined();
    keep(`${FILE}-p.webp`);
    expect(await (await used(`${FILE}-t.webp`))?.text()).toBe(`${FILE}-p.webp`);
    const own = new Response('own');
    expect(await used(`${FILE}-t.webp`, own)).toBe(own);
  });

  test('a cached smaller size is shown instead of a larger one only without a network', async () => {
    keep(`${FILE}-t.webp`);
    expect(await used(`${FILE}-p.webp`)).toBeUndefined();
    expect(await (await failed(`${FILE}-p.webp`))?.text()).toBe(`${FILE}-t.webp`);
    keep(`${FILE}-c.webp`);
    expect(await (await failed(`${FILE}-p.webp`))?.text()).toBe(`${FILE}-c.webp`);
    expect(await failed(`${FILE.replace('/a/', '/b/')}-p.webp`)).toBeUndefined();
  });

  test('without a network the same picture with another crop is shown', async () => {
    keep(`${OWN}/storage/v1/render/image/public/profile-images/a/b.webp?width=96`);
    const other = await failed(`${OWN}/storage/v1/render/image/public/profile-images/a/b.webp?width=400`);
    expect(await other?.text()).toContain('width=96');
  });

  test('storing a larger size removes the smaller ones', async () => {
    for (const letter of ['t', 'c', 'p']) keep(`${FILE}-${letter}.webp`);
    keep(`${FILE}.webp`);
    await (oneSize as Plugin).cacheDidUpdate({ request: new Request(`${FILE}-p.webp`) } as Parameters<
      Plugin['cacheDidUpdate']
    >[0]);
    expect([...kept.keys()]).toEqual([`${FILE}-p.webp`, `${FILE}.webp`]);
  });
});
