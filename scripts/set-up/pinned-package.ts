/**
 * Programs that tests need and that a bare machine lacks. They come from the npm registry, by npm itself, so that its
 * settings for registries and proxies count; version and digest are pinned here, because no lock file holds them. They
 * are kept in .cache and fetched once.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../../tests/support/owned-folder.ts';

export interface PinnedPackage {
  name: string;
  version: string;
  /** Base64, as in a lock file. */
  sha512: string;
  /** The size of the package's file. */
  bytes: number;
  /** Makes what is used of the unpacked package, inside of its folder. */
  prepare: (folder: string) => Promise<void>;
}

/** Puts the file of a package into `folder` and returns its path. `arrived` is told the bytes so far. */
export type Download = (
  wanted: PinnedPackage,
  folder: string,
  arrived: (bytes: number) => void,
) => Promise<string>;

export interface Surroundings {
  cache: string;
  download: Download;
  say: (line: string) => void;
}

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));

const USUAL: Surroundings = { cache: CACHE, download: byNpm, say: (line) => console.log(line) };

/** The folder of a package, whether it was fetched or not. */
export function folderOf({ name, version }: PinnedPackage, cache = CACHE): string {
  return join(cache, `${name.replace('@', '').replace('/', '-')}-${version}`);
}

/**
 * Returns the folder of a package, which is fetched unless it was before. Nothing unfinished is ever found there: it is
 * made beside it and renamed, whatever is interrupted or runs at the same time. Throws when it cannot be fetched or is
 * another one than was pinned.
 */
export async function ensurePackage(
  wanted: PinnedPackage,
  { cache, download, say }: Surroundings = USUAL,
): Promise<string> {
  const folder = folderOf(wanted, cache);
  if (existsSync(folder)) return folder;
  const spec = `${wanted.name} ${wanted.version}`;
  const size = megabytes(wanted.bytes);
  say(`Fetching ${spec} from npm, ${size} MB, once …`);
  await removeUnfinished(folder, cache);
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const tenths = inTenths(wanted.bytes, (bytes) => say(`  ${megabytes(bytes)} of ${size} MB`));
    const file = await download(wanted, unfinished, tenths);
    const sum = await digest(file);
    if (sum !== wanted.sha512)
      throw new Error(`${spec} has an unexpected digest: ${sum} instead of ${wanted.sha512}`);
    say(`  unpacking …`);
    await run('tar', ['-xzf', file], unfinished);
    await wanted.prepare(join(unfinished, 'package'));
    await rename(join(unfinished, 'package'), folder).catch((error: unknown) => {
      // Another run has finished the same in the meantime.
      if (!existsSync(folder)) throw error;
    });
    say(`  ready: ${spec}`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** Calls `tell` at most ten times in all, each time a further tenth of `whole` is complete. */
function inTenths(whole: number, tell: (bytes: number) => void): (bytes: number) => void {
  let told = 0;
  return (bytes) => {
    const tenths = Math.min(10, Math.floor((bytes * 10) / whole));
    if (tenths <= told) return;
    told = tenths;
    tell(Math.min(bytes, whole));
  };
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

/** Removes what interrupted runs have left of a package. */
async function removeUnfinished(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const owner = path.startsWith(`${folder}.`)
      ? /^\d+$/.exec(path.slice(folder.length + 1))?.[0]
      : undefined;
    if (owner !== undefined && !isRunning(Number(owner))) await rm(path, { recursive: true, force: true });
  }
}

/** npm tells nothing about its progress unless it has a terminal, but its cache grows as the file arrives. */
async function byNpm(
  { name, version }: PinnedPackage,
  folder: string,
  arrived: (bytes: number) => void,
): Promise<string> {
  const cache = join(folder, 'npm');
  const timer = setInterval(() => arrived(sizeOf(cache)), 500);
  try {
    const printed = await run(
      'npm',
      ['pack', '--loglevel=error', '--ignore-scripts', '--cache', cache, `${name}@${version}`],
      folder,
    );
    const file = printed.trim().split('\n').at(-1);
    if (!file) throw new Error('npm pack named no file');
    return join(folder, file);
  } finally {
    clearInterval(timer);
  }
}

function sizeOf(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  } catch {
    // npm has renamed a file between the two looks at it.
    return 0;
  }
}

/** Returns what a program printed. Throws what it complained about. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) {
    const reasons = complaints
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^npm error( +at | A complete log)/.test(line));
    throw new Error([`${program} ${args[0]} ended with ${status}`, ...reasons.slice(0, 5)].join('\n  '));
  }
  return printed;
}
