/** JavaScript and WebAssembly that a page requested, by size after gzip. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Asked } from './link.ts';

export interface ScriptBytes {
  /** Requested before the first results were painted. */
  untilResults: number;
  /** Requested by the page and its workers, until everything was on the device. */
  inAll: number;
  /** With the files that the service worker had stored by then; those of this app come in packs. */
  withPrecache: number;
}

const sizes = new Map<string, Promise<number>>();

/** `painted`: milliseconds since 1970. `folder`: the folder that the server serves. */
export async function scriptBytes(
  asked: readonly Asked[],
  painted: number,
  folder: string,
): Promise<ScriptBytes> {
  const scripts = asked
    .filter(({ method }) => method === 'GET')
    .map((request) => ({ ...request, path: request.path.replace(/[?#].*/, '') }))
    .filter(({ path }) => /\.(m?js|wasm)$|\/pack-\w+\.json$/.test(path));
  const total = async (some: typeof scripts) => {
    const files = [...new Set(some.map(({ path }) => path))];
    const each = await Promise.all(files.map((path) => gzipSize(join(folder, path))));
    return each.reduce((sum, bytes) => sum + bytes, 0);
  };
  const own = scripts.filter(({ precaching }) => !precaching);
  return {
    untilResults: await total(own.filter(({ at }) => at <= painted)),
    inAll: await total(own),
    withPrecache: await total(scripts),
  };
}

function gzipSize(file: string): Promise<number> {
  const known = sizes.get(file);
  if (known) return known;
  const size = readFile(file).then((bytes) => gzipSync(bytes, { level: 9 }).length);
  sizes.set(file, size);
  return size;
}
