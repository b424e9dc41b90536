import { expect, type Page } from '@playwright/test';

/**
 * Stops the page's clock: from here on only `page.clock.runFor` moves it. Needs
 * `page.clock.install()` before.
 */
export async function stopClock(page: Page): Promise<void> {
  // Throws when the second has passed before the call arrives.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
}
