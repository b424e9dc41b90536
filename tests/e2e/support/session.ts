import type { BrowserContext, Page, Request } from '@playwright/test';

export const REFRESH = '**/auth/v1/token?grant_type=refresh_token';

/** The stored session of the page; null when there is none. */
export async function storedSession(
  page: Page,
): Promise<{ userId: string; accessToken: string; refreshToken: string; expiresAt: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('danceflix_session') ?? 'null'));
}

/** Expires the access token of every tab. */
export async function expireSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('danceflix_session') ?? 'null');
    localStorage.setItem('danceflix_session', JSON.stringify({ ...session, expiresAt: Date.now() - 1_000 }));
  });
}

/** Collects the token refreshes that any tab sends after this call. */
export function refreshes(context: BrowserContext): Request[] {
  const seen: Request[] = [];
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) seen.push(request);
  });
  return seen;
}

/**
 * Reads everything that can be found in this browser: web storages, every row of every database,
 * every cached response with its address. Keys and values as one text.
 */
export async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) found.push(`${key}=${storage.getItem(key)}`);
    }
    found.push(document.cookie);
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([finished(rows.getAllKeys()), finished(rows.getAll())]);
        const text = (_: string, value: unknown) =>
          ArrayBuffer.isView(value) || value instanceof ArrayBuffer
            ? new TextDecoder().decode(value as ArrayBuffer)
            : value;
        found.push(name, store, JSON.stringify(keys, text), JSON.stringify(values, text));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push(request.url, [...(answer?.headers ?? [])].join(), (await answer?.text()) ?? '');
      }
    }
    return found.join('\n');
  });
}
