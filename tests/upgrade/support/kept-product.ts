/** The product on a kept release's database, and the release's app and phone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../../supabase/embedded/database/open';
import type { Place } from '../../e2e/support/seeded-data';
import { ownedFolder } from '../../support/owned-folder';
import { findPostgres, type RunningCluster, startPostgres } from '../../support/postgres';
import { cloneDatabase } from '../../support/postgres-template';
import { describeRelease, nextRelease, type Release } from '../../support/release';
import { putStoredData, type StoredDatabase } from '../../support/stored-data';
import type { Dump } from './database-dump';
import { FILES, type KeptRelease } from './kept';
import { restoreRelease } from './kept-database';
import { later, weeksSince } from './later';
import { unpackFolder, unpackJson } from './pack';

interface KeptPhone {
  recordedAt: number;
  databases: StoredDatabase[];
  localStorage: Record<string, string>;
}

/** A command as it is stored. */
export interface StoredCommand {
  id: string;
  kind: string;
  userId: string | null;
  status: string;
  error: { why: string; hint: string | null } | null;
}

/** Databases of one release: restored once, then copied where there is a PostgreSQL. */
export class KeptDatabases {
  private cluster: RunningCluster | undefined;
  private restored: { url: string; dump: Dump } | undefined;

  constructor(private readonly release: KeptRelease) {}

  /** Another database with the release's migrations and rows. */
  async place(): Promise<{ place: Place; dump: Dump }> {
    const dataDir = await ownedFolder('product');
    const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    if (!findPostgres().found) {
      const db = await openDatabase({ driver: 'pglite', dataDir: join(dataDir, 'db') });
      const dump = await restoreRelease(db, this.release);
      await db.close();
      return { place: { dataDir, remove }, dump };
    }
    this.restored ??= await this.restore();
    const databaseUrl = await cloneDatabase(this.restored.url);
    return { place: { dataDir, databaseUrl, remove }, dump: this.restored.dump };
  }

  async close(): Promise<void> {
    await this.cluster?.stop();
  }

  private async restore(): Promise<{ url: string; dump: Dump }> {
    this.cluster = await startPostgres();
    const url = await this.cluster.createDatabase();
    const db = await openDatabase({ driver: 'postgres', url });
    const dump = await restoreRelease(db, this.release);
    await db.close();
    return { url, dump };
  }
}

/** The release's app as its host served it. */
export async function unpackApp(release: KeptRelease): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'danceflix-kept-app-'));
  unpackFolder(join(release.folder, FILES.app), folder);
  return { ...(await describeRelease(folder)), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The tree's app under another build id than the release's, which it has when nothing was changed since. */
export async function newerThan(release: Release, dist: string): Promise<Omit<Release, 'remove'>> {
  const tree = await describeRelease(dist);
  return tree.build === release.build ? nextRelease(dist, 'U') : tree;
}

/** Puts what the phone stored into the page's origin, moved to today. Returns its waiting commands. */
export async function becomeKeptPhone(page: Page, release: KeptRelease): Promise<StoredCommand[]> {
  const kept = unpackJson(join(release.folder, FILES.phone)) as KeptPhone;
  const by = weeksSince(kept.recordedAt);
  const databases = later(kept.databases, by, kept.recordedAt);
  // A file of the origin that runs none of the app's code.
  await page.goto('/robots.txt');
  await putStoredData(page, databases);
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, kept.localStorage);
  return commandsIn(databases);
}

function commandsIn(databases: readonly StoredDatabase[]): StoredCommand[] {
  const outbox = databases.find(({ name }) => name === 'danceflix-outbox');
  const records = outbox?.stores.find(({ name }) => name === 'commands')?.records ?? [];
  return records.map(({ value }) => value as StoredCommand);
}

/** The commands that the page's phone holds now. Runs beside the app. */
export const storedCommands = (page: Page): Promise<StoredCommand[]> =>
  page.evaluate(
    () =>
      new Promise<StoredCommand[]>((resolve, reject) => {
        const opening = indexedDB.open('danceflix-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('commands').objectStore('commands').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );

/** Adds commands as the app stores them (src/outbox/queue-database.ts). */
export const storeCommands = (page: Page, commands: readonly object[]): Promise<void> =>
  page.evaluate(
    (added) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('danceflix-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('commands', 'readwrite');
          for (const command of added) transaction.objectStore('commands').add(command);
          transaction.onerror = () => reject(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    commands,
  );
