import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ownedFolder } from './owned-folder';

export interface Release {
  folder: string;
  /** Path of the entry chunk from the site's root. */
  entry: string;
  /** The build id in its pages. */
  build: string;
  remove(): Promise<void>;
}

/** Matches whatever may name a script or a style sheet in a text. */
const FILE_NAME = /[\w-]+(?:\.[\w-]+)*\.(?:js|css)(?:\.map)?/g;

/**
 * Copies the built app and makes it what a build of changed sources would be: every hashed file has
 * another name, the shell another revision and build id. `tag` tells one release from another. Far
 * quicker than building again.
 */
export async function nextRelease(dist: string, tag: string): Promise<Release> {
  const folder = await ownedFolder('release');
  await cp(dist, folder, { recursive: true });
  const assets = await readdir(join(folder, 'assets'));
  // "start-iDms-MuW.js" becomes "start-iDms-MuW" + tag + ".js".
  const renamed = new Map(
    assets.map((name) => [name, name.replace(/(\.js|\.css)(\.map)?$/, `${tag}$1$2`)] as const),
  );
  // Prerendered pages too: a visitor without a worker gets them.
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  const texts = [
    ...assets.map((name) => join(folder, 'assets', name)),
    ...[...pages, 'sw.js'].map((name) => join(folder, name)),
  ].filter((file) => ['.js', '.css', '.html'].includes(extname(file)));
  const build = createHash('sha256').update(tag).digest('hex').slice(0, 12);
  for (const file of texts) {
    const text = (await readFile(file, 'utf8'))
      .replace(FILE_NAME, (name) => renamed.get(name) ?? name)
      .replace(/(name="danceflix-build" content=")[^"]*/, `$1${build}`);
    await writeFile(file, text);
  }
  for (const [before, after] of renamed)
    if (before !== after) await rename(join(folder, 'assets', before), join(folder, 'assets', after));
  await reviseShell(folder);
  return { ...(await describeRelease(folder)), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Finds entry chunk and build id of a built app. */
export async function describeRelease(folder: string): Promise<Omit<Release, 'remove'>> {
  const html = await readFile(join(folder, 'app-shell.html'), 'utf8');
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  const build = /name="danceflix-build" content="([^"]*)"/.exec(html)?.[1];
  if (!entry || !build) throw new Error(`${folder} holds no built app`);
  return { folder, entry, build };
}

/** The worker's precache list names the shell by its revision. */
async function reviseShell(folder: string): Promise<void> {
  const worker = join(folder, 'sw.js');
  const text = await readFile(worker, 'utf8');
  const shell = await readFile(join(folder, 'app-shell.html'));
  const revision = createHash('md5').update(shell).digest('hex');
  const entry = /("revision":")[0-9a-f]{32}(","url":"app-shell\.html")/;
  if (!entry.test(text)) throw new Error('sw.js lists no app-shell.html');
  await writeFile(worker, text.replace(entry, `$1${revision}$2`));
}
