/** Several small files in one response (scripts/build/packs.ts); each is cached under its own name. */
export interface Pack {
  url: string;
  /** Cache key of each file, by its path in the pack. */
  files: Map<string, string>;
}

interface Entry {
  url: string;
  pack?: string;
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Groups the entries of the precache manifest by pack. `keyOf` returns the cache key of a file. */
export function packsOf(manifest: readonly Entry[], keyOf: (url: string) => string | undefined): Pack[] {
  const packs = new Map<string, Pack>();
  for (const { url, pack } of manifest) {
    const key = keyOf(url);
    if (pack === undefined || key === undefined) continue;
    const found = packs.get(pack) ?? { url: pack, files: new Map() };
    found.files.set(url, key);
    packs.set(pack, found);
  }
  return [...packs.values()];
}

/** Fetches a pack: an object of file texts by path. Throws when the response is not OK. */
export async function fetchPack({ url }: Pack): Promise<unknown> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/** Stores the files of a pack in `cache` and returns their keys. Throws on a malformed pack; files stored before stay. */
export async function unpack({ url, files }: Pack, texts: unknown, cache: Cache): Promise<string[]> {
  if (typeof texts !== 'object' || texts === null) throw new Error(`${url}: not a pack`);
  const byPath = new Map(Object.entries(texts));
  const put = async ([path, key]: [string, string]) => {
    const text: unknown = byPath.get(path);
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
    if (typeof text !== 'string' || type === undefined) return [];
    await cache.put(key, new Response(text, { headers: { 'content-type': type } }));
    return [key];
  };
  return (await Promise.all([...files].map(put))).flat();
}
