/** Faults that are planted into built apps, so that the tests here are seen to be red (tests/upgrade/faults). */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownedFolder } from '../../support/owned-folder';
import type { Release } from '../../support/release';
import { FAULTS } from '../faults/list';

const planted = () => FAULTS.find(({ name }) => name === process.env.UPGRADE_FAULT);

/** The tree's app with its planted fault, if there is one. */
export async function plantedIn<R extends Omit<Release, 'remove'>>(app: R): Promise<R> {
  const change = planted()?.inNewerApp;
  return change ? { ...app, folder: await changed(app.folder, change.from, change.to) } : app;
}

/** The kept release's app with its planted fault, if there is one. */
export async function plantedInOlder(app: Release): Promise<Release> {
  const change = planted()?.inOlderApp;
  return change ? { ...app, folder: await changed(app.folder, change.from, change.to) } : app;
}

/** A copy with each text replaced in the scripts; throws where it is nowhere. */
async function changed(folder: string, from: string, to: string): Promise<string> {
  const copy = await ownedFolder('faulty');
  await cp(folder, copy, { recursive: true });
  const names = (await readdir(join(copy, 'assets'))).filter((name) => /\.(js|json)$/.test(name));
  let found = 0;
  for (const path of [...names.map((name) => join('assets', name)), 'sw.js', 'boot.js']) {
    const text = await readFile(join(copy, path), 'utf8');
    if (!text.includes(from)) continue;
    found += 1;
    await writeFile(join(copy, path), text.replaceAll(from, to));
  }
  if (found === 0) throw new Error(`No script of ${folder} contains ${from}`);
  return copy;
}
