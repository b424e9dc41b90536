/**
 * Writes what upgrades from this tree's release are tested with into a folder: a lived-in database, a phone's stored data
 * with writes of every kind waiting, the built app, and the contract of what phones ask.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/app/routes';
import type { RawCommand } from '../../src/outbox/command';
import { OUTBOX_NAME } from '../../src/outbox/command';
import { openDatabase } from '../../supabase/embedded/database/open';
import { Product } from '../../tests/e2e/support/product';
import { signedIn } from '../../tests/e2e/support/signed-in';
import { hasSearchRecord, Phone } from '../../tests/support/browser';
import { migrationsDir } from '../../tests/support/migrations-dir';
import { preparedDump } from '../../tests/support/pglite-dump';
import { presentBuild } from '../../tests/support/present-build';
import { type StoredDatabase, takeStoredData } from '../../tests/support/stored-data';
import { contractOf, readFacts } from '../../tests/upgrade/support/contract';
import { countsOf, takeDump } from '../../tests/upgrade/support/database-dump';
import { type Written, writeEverything } from '../../tests/upgrade/support/every-write';
import type { Exchange } from '../../tests/upgrade/support/exchange';
import { FILES, type ReleaseRecord } from '../../tests/upgrade/support/kept';
import { emptinessFaults, liveIn } from '../../tests/upgrade/support/lived-in';
import { packFolder, packJson } from '../../tests/upgrade/support/pack';
import { ACCOUNTS, stageOf } from '../../tests/upgrade/support/stage';
import { releaseFacts } from '../build/release-facts';
import { migrationFiles } from './frozen-migrations';

/** A phone's stored data, as a release keeps them. */
export interface KeptPhone {
  recordedAt: number;
  databases: StoredDatabase[];
  localStorage: Record<string, string>;
}

/** Bytes that one release may take in the repository. */
const MOST_BYTES = 4_000_000;

/** Keys of a session, which has ended long before anybody reads this. */
const NOT_KEPT = { database: 'danceflix-auth', item: 'danceflix_session' };

/** Returns the sizes of the written files. Throws when there is no contract, or all is too large. */
export async function recordRelease(
  into: string,
  exchanges: readonly Exchange[],
): Promise<Record<string, number>> {
  if (exchanges.length === 0) throw new Error('No contract: the browser tests have recorded nothing');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const dist = await presentBuild();
  const sizes: Record<string, number> = {};
  const product = await Product.start('demo');
  try {
    await liveIn(stageOf(product));
    const waiting: Written[] = [];
    await writeEverything(stageOf(product), 1, async (written) => void waiting.push(written));
    const phone = await storedPhone(product, waiting);
    sizes.phone = packJson(join(into, FILES.phone), phone);
    const dump = await takeDump({ query: (sql, params = []) => product.sql(sql, ...params) });
    const faults = emptinessFaults(countsOf(dump));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    sizes.database = packJson(join(into, FILES.database), dump);
  } finally {
    await product.close();
  }
  sizes.app = packFolder(join(into, FILES.app), dist, isLoadedByPhones);
  sizes.contract = packJson(join(into, FILES.contract), await contractNow(exchanges));
  const record: ReleaseRecord = { ...releaseFacts(), migrations: migrationFiles(), pages: pages() };
  writeFileSync(join(into, FILES.release), `${JSON.stringify(record, null, 2)}\n`);
  const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  if (all > MOST_BYTES) throw new Error(`The release takes ${all} bytes, more than ${MOST_BYTES}`);
  return sizes;
}

/** Not the prerendered copies, which only search engines and first visits meet, nor what only stores and shares show. */
function isLoadedByPhones(path: string): boolean {
  if (/^(\.vite|screenshots)\//.test(path) || /^(sitemap\.xml|share\.png)$/.test(path)) return false;
  return !path.endsWith('.map') && !(path.endsWith('.html') && path.includes('/'));
}

async function storedPhone(product: Product, waiting: readonly Written[]): Promise<KeptPhone> {
  const phone = await Phone.unbox({ baseURL: product.url });
  try {
    const page = await phone.page();
    // The compiler wraps named functions in `__name`, which does not exist in the page.
    await page.addInitScript('globalThis.__name = (value) => value');
    await signedIn(page, ACCOUNTS.student);
    for (const path of ['/student/home', '/student/lessons', '/student/notebook', '/comunidade', '/search']) {
      await page.goto(path);
      await everythingPulled(page);
    }
    const databases = (await takeStoredData(page)).filter(({ name }) => name !== NOT_KEPT.database);
    const localStorage = await page.evaluate(() => ({ ...window.localStorage }) as Record<string, string>);
    delete localStorage[NOT_KEPT.item];
    return { recordedAt: Date.now(), databases: withWaiting(databases, waiting), localStorage };
  } finally {
    await phone.discard();
  }
}

/** Waits until the teachers and the page's own rows are on the phone. The worker is not kept: the app installs it anew. */
async function everythingPulled(page: Page): Promise<void> {
  await page.waitForFunction(hasSearchRecord, undefined, { polling: 500 });
  await page.waitForFunction(() => document.querySelector('#root main') !== null);
  await page.waitForFunction(() => document.querySelector('#root [aria-busy="true"]') === null);
}

/** Adds the commands to the stored outbox, or to a new one in the frozen form (src/outbox/queue-database.ts). */
function withWaiting(databases: readonly StoredDatabase[], waiting: readonly Written[]): StoredDatabase[] {
  const records = waiting.map(({ command }, at) => {
    const value: RawCommand = { ...command, seq: at + 1 };
    return { key: at + 1, value };
  });
  const commands = {
    ...{ name: 'commands', keyPath: 'seq', autoIncrement: true, records },
    indexes: [{ name: 'id', keyPath: 'id', unique: true, multiEntry: false }],
  };
  return [
    ...databases.filter(({ name }) => name !== OUTBOX_NAME),
    { name: OUTBOX_NAME, version: 1, stores: [commands] },
  ];
}

async function contractNow(exchanges: readonly Exchange[]) {
  const db = await openDatabase({ driver: 'pglite', loadDataDir: await preparedDump(migrationsDir) });
  try {
    return contractOf([...exchanges], await readFacts(db));
  } finally {
    await db.close();
  }
}

/** Addresses without parameters, and some with the demo's. */
function pages(): ReleaseRecord['pages'] {
  const rows: readonly { path: string; area?: string }[] = ROUTES;
  const plain = rows.filter(({ path, area }) => !path.includes(':') && area !== 'admin-area');
  const of = (area: string | undefined) => plain.filter((row) => row.area === area).map(({ path }) => path);
  return {
    visitor: [...of(undefined), '/teachers/marina-couto', '/forro/vitoria', '/aulas/forro/vitoria'],
    student: of('student'),
    teacher: of('teacher'),
  };
}
