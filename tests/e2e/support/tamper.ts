import type { Page } from '@playwright/test';

/** The worker that fills the device's store; init scripts do not reach it, so its file is changed on the way. */
const WORKER = /\/assets\/worker-[^/]+\.js$/;

/** Runs `code` before anything of the app: in the page and in its syncing worker. Needs service workers blocked. */
export async function tamper(page: Page, code: string): Promise<void> {
  await page.addInitScript(code);
  await page.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code}\n${await response.text()}` });
  });
}

/** What IndexedDB looks like where the browser forbids it. */
export const BLOCKED = `{
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  IDBFactory.prototype.open = refuse;
  IDBFactory.prototype.databases = refuse;
  IDBFactory.prototype.deleteDatabase = refuse;
}`;

/** What writing looks like on a full disk. */
export const FULL = `{
  const refuse = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };
  IDBObjectStore.prototype.put = refuse;
  IDBObjectStore.prototype.add = refuse;
}`;

/** What a private window looks like to a page. */
export const PRIVATE = `if (typeof StorageManager !== 'undefined') {
  StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Not allowed.', 'SecurityError'));
}`;

/** A clock that is ahead by so many milliseconds. */
export const ahead = (ms: number) => `{
  const now = Date.now.bind(Date);
  Date.now = () => now() + ${ms};
}`;

/**
 * A clock on which everything longer than a minute passes `times` as fast, from `start` on (milliseconds since 1970).
 * Shorter waits are somebody's patience with a real network or worker, and stay.
 */
export const fast = (times: number, start: number) => `{
  const now = Date.now.bind(Date);
  Date.now = () => ${start} + (now() - ${start}) * ${times};
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...rest) => later(work, ms >= 60000 ? ms / ${times} : ms, ...rest);
}`;
