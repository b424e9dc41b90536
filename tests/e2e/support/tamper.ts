import type { Page } from '@playwright/test';

/** The sync worker: init scripts do not reach it, so its file is changed in transit. */
const WORKER = /\/assets\/worker-[^/]+\.js$/;

/**
 * Runs `code` before anything of the app: in the page and in its sync worker. Needs service workers
 * blocked.
 */
export async function tamper(page: Page, code: string): Promise<void> {
  await page.addInitScript(code);
  await page.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code}\n${await response.text()}` });
  });
}

/** Imitates a browser that forbids IndexedDB. */
export const BLOCKED = `{
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  IDBFactory.prototype.open = refuse;
  IDBFactory.prototype.databases = refuse;
  IDBFactory.prototype.deleteDatabase = refuse;
}`;

/** Imitates writing on a full disk. */
export const FULL = `{
  const refuse = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };
  IDBObjectStore.prototype.put = refuse;
  IDBObjectStore.prototype.add = refuse;
}`;

/** Imitates a private window. */
export const PRIVATE = `if (typeof StorageManager !== 'undefined') {
  StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Not allowed.', 'SecurityError'));
}`;

/** Sets the clock ahead by this many milliseconds. */
export const ahead = (ms: number) => `{
  const now = Date.now.bind(Date);
  Date.now = () => now() + ${ms};
}`;

/**
 * A clock on which every timer longer than a minute runs `times` as fast, from `start` on
 * (milliseconds since 1970). Shorter timers are timeouts for a real network or worker, and stay.
 */
export const fast = (times: number, start: number) => `{
  const now = Date.now.bind(Date);
  Date.now = () => ${start} + (now() - ${start}) * ${times};
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...rest) => later(work, ms >= 60000 ? ms / ${times} : ms, ...rest);
}`;
