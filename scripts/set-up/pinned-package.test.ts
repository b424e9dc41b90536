// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BROWSER } from './browser';
import { type Download, ensurePackage, folderOf, type PinnedPackage } from './pinned-package';
import { POSTGRES } from './postgres';

let root: string;
let archive: string;
let wanted: PinnedPackage;
let said: string[];
let downloads: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'danceflix-pinned-'));
  mkdirSync(join(root, 'package'));
  writeFileSync(join(root, 'package/program'), 'packed');
  archive = join(root, 'archive.tgz');
  execFileSync('tar', ['-czf', archive, '-C', root, 'package']);
  const content = readFileSync(archive);
  said = [];
  downloads = 0;
  wanted = {
    name: '@house/tool',
    version: '1.2.3',
    sha512: createHash('sha512').update(content).digest('base64'),
    bytes: 40_000_000,
    prepare: async (folder) => writeFileSync(join(folder, 'prepared'), ''),
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Stands for npm: the file arrives in four parts. */
const download: Download = async ({ bytes }, folder, arrived) => {
  downloads += 1;
  for (const part of [1, 2, 3, 4]) arrived((bytes * part) / 4);
  const file = join(folder, 'tool.tgz');
  writeFileSync(file, readFileSync(archive));
  return file;
};

const cache = () => join(root, '.cache');
const ensure = (by: Download = download, pinned = wanted) =>
  ensurePackage(pinned, { cache: cache(), download: by, say: (line) => said.push(line) });
const cached = () => (existsSync(cache()) ? readdirSync(cache()) : []);

describe('a pinned package', () => {
  it('is fetched once, with its progress, and prepared', async () => {
    const folder = await ensure();
    expect(folder).toBe(folderOf(wanted, cache()));
    expect(readdirSync(folder).sort()).toEqual(['prepared', 'program']);
    expect(said).toEqual([
      'Fetching @house/tool 1.2.3 from npm, 40 MB, once …',
      '  10 of 40 MB',
      '  20 of 40 MB',
      '  30 of 40 MB',
      '  40 of 40 MB',
      '  unpacking …',
      '  ready: @house/tool 1.2.3',
    ]);

    said = [];
    expect(await ensure()).toBe(folder);
    expect({ downloads, said }).toEqual({ downloads: 1, said: [] });
  });

  it('is fetched anew in another version', async () => {
    await ensure();
    await ensure(download, { ...wanted, version: '1.2.4' });
    expect(downloads).toBe(2);
    expect(cached().sort()).toEqual(['house-tool-1.2.3', 'house-tool-1.2.4']);
  });

  it.each<[string, (pinned: PinnedPackage) => PinnedPackage, Download, RegExp]>([
    ['another digest', (pinned) => ({ ...pinned, sha512: 'AAAA' }), download, /unexpected digest.*AAAA/],
    ['no network', (pinned) => pinned, () => Promise.reject(new Error('ECONNREFUSED')), /ECONNREFUSED/],
    [
      'a program that does not start here',
      (pinned) => ({ ...pinned, prepare: () => Promise.reject(new Error('no such loader')) }),
      download,
      /no such loader/,
    ],
  ])('is refused with %s, and nothing of it stays', async (_, change, by, reason) => {
    await expect(ensure(by, change(wanted))).rejects.toThrow(reason);
    expect(cached()).toEqual([]);
    // The next try works.
    await ensure();
    expect(cached()).toEqual(['house-tool-1.2.3']);
  });

  it('is fetched anew after an interruption, whose remains go', async () => {
    const folder = folderOf(wanted, cache());
    // No process has this id: Linux gives none above 2^22.
    const left = `${folder}.99999999`;
    mkdirSync(join(left, 'package'), { recursive: true });
    await ensure();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(join(folder, 'prepared'))).toBe(true);
  });

  it('comes whole to all who fetch it at the same time, and leaves the unfinished one of a running process', async () => {
    const folder = folderOf(wanted, cache());
    const others = `${folder}.${process.ppid}`;
    mkdirSync(others, { recursive: true });
    // Another run finishes between this one's download and its own.
    const late: Download = async (...given) => {
      const file = await download(...given);
      mkdirSync(folder);
      writeFileSync(join(folder, 'prepared'), 'by another run');
      return file;
    };
    expect(await ensure(late)).toBe(folder);
    expect(readFileSync(join(folder, 'prepared'), 'utf8')).toBe('by another run');
    expect(cached().sort()).toEqual(['house-tool-1.2.3', `house-tool-1.2.3.${process.ppid}`]);
  });
});

it.each([BROWSER, POSTGRES])(
  '$name has an exact version and a whole digest',
  ({ version, sha512, bytes }) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-beta\.\d+)?$/);
    expect(Buffer.from(sha512, 'base64')).toHaveLength(64);
    expect(bytes).toBeGreaterThan(1_000_000);
  },
);
