import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { withPushMark } from '../../supabase/hosting/headers';
import { ownedFolder } from './owned-folder';

/** Keys of a project that does not exist. */
const KEYS = {
  apiKey: 'AIzaSyA-0123456789_abcdefghijklmnopqrstu',
  projectId: 'danceflix-test',
  messagingSenderId: '123456789012',
  appId: '1:123456789012:web:0123456789abcdef',
  // The coordinates one and two are on no curve: no push service accepts the key.
  vapidKey: Buffer.from([4, ...Array<number>(32).fill(1), ...Array<number>(32).fill(2)]).toString(
    'base64url',
  ),
} as const;

/** src/lib/env.ts as minified in a build without keys. */
const WITHOUT = /firebase:\{apiKey:``,projectId:``,messagingSenderId:``,appId:``,vapidKey:``\}/g;

/**
 * Copies the built app and makes it what a build with push keys would be: the same files with the
 * keys in place, and the page's marker by which servers allow Firebase. A real build would take
 * half a minute.
 */
export async function withPushKeys(dist: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await ownedFolder('push-build');
  await cp(dist, folder, { recursive: true, filter: (path) => extname(path) !== '.map' });
  const scripts = (await readdir(join(folder, 'assets'))).filter((name) => extname(name) === '.js');
  const keys = `firebase:${JSON.stringify(KEYS)}`;
  let found = 0;
  for (const name of [...scripts.map((script) => join('assets', script)), 'sw.js']) {
    const text = await readFile(join(folder, name), 'utf8');
    const keyed = text.replace(WITHOUT, () => keys);
    if (keyed === text) continue;
    found += 1;
    await writeFile(join(folder, name), keyed);
  }
  if (found === 0) throw new Error('The built app has no place for push keys');
  for (const page of ['index.html', 'app-shell.html']) {
    const file = join(folder, page);
    await writeFile(file, withPushMark(await readFile(file, 'utf8')));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
