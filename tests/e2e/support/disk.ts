import type { Page } from '@playwright/test';
import { expect } from './test';

/** Tests whether the browser accepts one small write of this page now. */
const takesWrites = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('test-disk', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('written');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('written', 'readwrite');
          writing.objectStore('written').put('x'.repeat(1000), 1);
          const settle = (isTaken: boolean) => {
            opening.result.close();
            resolve(isTaken);
          };
          writing.oncomplete = () => settle(true);
          writing.onabort = () => settle(false);
        };
      }),
  );

/**
 * Leaves the page's origin no room, or all of it: the browser itself then refuses to write. The
 * browser caches the state of the disk for half a minute.
 */
export async function setDisk(page: Page, is: 'full' | 'free'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', is === 'full' ? { origin, quotaSize: 1 } : { origin });
  await expect.poll(() => takesWrites(page), { intervals: [1000] }).toBe(is === 'free');
}
