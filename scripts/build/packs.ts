/**
 * Puts the release's small files together in a few: a phone on a slow line that asks for three hundred files waits three
 * hundred times for an answer to begin, and files compress better together. The worker takes them apart again
 * (sw/packs.ts), so that pages load as little as before.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  /** Path in dist/. */
  url: string;
  revision: string | null;
}

interface Packed {
  /** Path in dist/ of the pack that the file is in, too. */
  pack?: string;
}

/** Bytes. Most of the larger files the first page has brought already. */
const SMALL = 64_000;

/** Bytes before compression, which takes away three quarters: what a signal that drops now and then still brings. */
const PACK = 160_000;

/** Text whose name tells its content. */
const PACKABLE = /^assets\/.*\.(js|css|svg)$/;

/** Writes the packs into `dist` as JSON (texts by path), and returns the entries with theirs named. */
export async function packSmallFiles<T extends Entry>(
  dist: string,
  entries: readonly T[],
): Promise<Array<T & Packed>> {
  const packOf = new Map<string, string>();
  let texts: Record<string, string> = {};
  let bytes = 0;

  const close = async () => {
    const json = JSON.stringify(texts);
    const name = `assets/pack-${createHash('sha256').update(json).digest('hex').slice(0, 8)}.json`;
    await writeFile(join(dist, name), json);
    for (const url of Object.keys(texts)) packOf.set(url, name);
    texts = {};
    bytes = 0;
  };

  // In the order of their names, so that a release which changes few files changes few packs.
  const packable = entries.filter(({ url, revision }) => revision === null && PACKABLE.test(url));
  for (const { url } of packable.toSorted((a, b) => (a.url < b.url ? -1 : 1))) {
    const text = await readFile(join(dist, url), 'utf8');
    const size = Buffer.byteLength(text);
    if (size >= SMALL) continue;
    if (bytes > 0 && bytes + size > PACK) await close();
    texts[url] = text;
    bytes += size;
  }
  if (bytes > 0) await close();

  return entries.map((entry) => {
    const pack = packOf.get(entry.url);
    return pack === undefined ? entry : { ...entry, pack };
  });
}
