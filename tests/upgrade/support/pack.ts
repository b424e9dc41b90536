/** Small files for the repository: JSON and whole folders, brotli at its best. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_LARGE_WINDOW } = constants;

function compress(bytes: Buffer): Buffer {
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_LARGE_WINDOW]: 0 };
  return brotliCompressSync(bytes, { params });
}

/** Returns the number of bytes written. */
export function packJson(file: string, value: unknown): number {
  const packed = compress(Buffer.from(JSON.stringify(value)));
  writeFileSync(file, packed);
  return packed.length;
}

export const unpackJson = (file: string): unknown =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'));

/** Packs the files of a folder that `takes` accepts, given by their path in it. Returns the number of bytes written. */
export function packFolder(file: string, folder: string, takes: (path: string) => boolean): number {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(takes)
    // Alike files beside each other compress better.
    .sort((a, b) => extensionOf(a).localeCompare(extensionOf(b)) || a.localeCompare(b));
  const contents = paths.map((path) => readFileSync(join(folder, path)));
  const list = Buffer.from(JSON.stringify(paths.map((path, at) => [path, contents[at]?.length])));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(list.length);
  const packed = compress(Buffer.concat([size, list, ...contents]));
  writeFileSync(file, packed);
  return packed.length;
}

export function unpackFolder(file: string, folder: string): void {
  const bytes = brotliDecompressSync(readFileSync(file));
  const start = 4 + bytes.readUInt32BE(0);
  const list = JSON.parse(bytes.subarray(4, start).toString('utf8')) as [string, number][];
  let at = start;
  for (const [path, length] of list) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes.subarray(at, at + length));
    at += length;
  }
}

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.'));
