/** The visit with the network on that every other measure builds on. */
import type { Page } from 'playwright';
import { RECORD_DATABASE } from '../../../src/db/search/search-record-store.ts';
import { type Browser, Profile } from '../browser.ts';
import { paintedCards } from '../probe.ts';

const PATIENCE = 120_000;

/**
 * Returns a profile that visited /search once and stayed until everything is on the device. Nothing
 * is slowed down here.
 */
export async function visitedProfile(url: string, teachers: number): Promise<Profile> {
  const profile = await Profile.make();
  const browser = await profile.open(1);
  try {
    await visit(browser, url, teachers);
    // The profile's files are copied next: the browser gets time to finish its own writes.
    await browser.page.waitForTimeout(1_000);
  } finally {
    await browser.close();
  }
  return profile;
}

/** Opens /search and waits until it would open without a network, with this number of teachers. */
export async function visit({ page }: Browser, url: string, teachers: number): Promise<void> {
  await page.goto(`${url}/search`);
  await paintedCards(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await storedRecord(page, teachers);
  await storedRows(page);
}

/** Resolves when this page's puller has stored all rows; the record is stored earlier. */
export async function storedRows(page: Page): Promise<void> {
  await page.waitForFunction(() => window.bench.stored !== null, undefined, {
    timeout: PATIENCE,
    polling: 250,
  });
}

/**
 * Milliseconds from the start of the navigation until a search record is stored, on a phone that had none: from here on
 * the search finds all teachers without a network. Looks for its key only, since reading the record is work of the page.
 */
export async function recordStoredAt(page: Page, patience: number): Promise<number> {
  const deadline = Date.now() + patience;
  // Not with waitForFunction: it takes a promise for a result.
  while (Date.now() < deadline) {
    const at = await page.evaluate(storedAt, RECORD_DATABASE);
    if (at !== null) return at;
    await page.waitForTimeout(100);
  }
  throw new Error(`No record was stored within ${patience / 1000} s`);
}

/** Runs in the page. Opening a database that does not exist would create it without its store. */
async function storedAt(name: string): Promise<number | null> {
  const databases = await indexedDB.databases();
  if (!databases.some((database) => database.name === name)) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const looking = database.transaction('records').objectStore('records').getKey('teachers');
      looking.onerror = () => reject(looking.error);
      looking.onsuccess = () => {
        database.close();
        resolve(looking.result === undefined ? null : performance.now());
      };
    };
  });
}

/** Resolves when the stored search record holds this number of listings. */
export async function storedRecord(page: Page, teachers: number): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  let count = 0;
  while (Date.now() < deadline) {
    count = await page.evaluate(countInRecord, RECORD_DATABASE);
    if (count === teachers) return;
    await page.waitForTimeout(250);
  }
  throw new Error(`The stored record holds ${count} of ${teachers} teachers after ${PATIENCE / 1000} s`);
}

/**
 * Runs in the page. Checks first whether the database exists: opening would create it without its
 * store.
 */
async function countInRecord(name: string): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some((database) => database.name === name)) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('records').objectStore('records').get('teachers');
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve((reading.result as { count: number } | undefined)?.count ?? 0);
      };
    };
  });
}
