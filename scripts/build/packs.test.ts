import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packSmallFiles } from './packs';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'danceflix-packs-'));
  await mkdir(join(dist, 'assets'));
});

afterEach(() => rm(dist, { recursive: true, force: true }));

async function release(files: Record<string, string>) {
  for (const [url, text] of Object.entries(files)) await writeFile(join(dist, url), text);
  const entries = Object.keys(files).map((url) => ({
    url,
    revision: url.startsWith('assets/') ? null : 'changed',
  }));
  const packed = await packSmallFiles(dist, entries);
  const packs: Record<string, Record<string, string>> = {};
  for (const name of (await readdir(join(dist, 'assets'))).filter((one) => one.startsWith('pack-'))) {
    packs[`assets/${name}`] = JSON.parse(await readFile(join(dist, 'assets', name), 'utf8'));
  }
  return { packed, packs };
}

it('small texts named by their content arrive together, all others by themselves', async () => {
  const { packed, packs } = await release({
    'app-shell.html': '<!doctype html>',
    'assets/eye-icon-1.js': 'export const eye = "👁";',
    'assets/stars-2.css': '.stars { color: gold }',
    'assets/vendor-3.js': 'x'.repeat(64_000),
    'assets/figtree-4.woff2': 'not text',
  });
  const [name] = Object.keys(packs);
  expect(packs).toEqual({
    [name ?? '']: {
      'assets/eye-icon-1.js': 'export const eye = "👁";',
      'assets/stars-2.css': '.stars { color: gold }',
    },
  });
  expect(packed).toEqual([
    { url: 'app-shell.html', revision: 'changed' },
    { url: 'assets/eye-icon-1.js', revision: null, pack: name },
    { url: 'assets/stars-2.css', revision: null, pack: name },
    { url: 'assets/vendor-3.js', revision: null },
    { url: 'assets/figtree-4.woff2', revision: null },
  ]);
});

it('no pack is larger than a signal that drops now and then brings, and each file is in one', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, number) => [`assets/part-${number}.js`, `${number}`.padEnd(15_000, 'x')]),
  );
  const { packed, packs } = await release(files);
  expect(Object.keys(packs)).toHaveLength(3);
  for (const pack of Object.values(packs)) {
    expect(Object.values(pack).join('').length).toBeLessThanOrEqual(160_000);
  }
  expect(Object.assign({}, ...Object.values(packs))).toEqual(files);
  for (const { url, pack } of packed) expect(packs[pack ?? '']).toHaveProperty([url], files[url]);
});

it('a pack is named by what is in it', async () => {
  const first = await release({ 'assets/a-1.js': 'a' });
  const same = await release({ 'assets/a-1.js': 'a' });
  expect(same.packed).toEqual(first.packed);
  const other = await release({ 'assets/a-2.js': 'b' });
  expect(other.packed[0]?.pack).not.toBe(first.packed[0]?.pack);
});
