import { expect, type Page } from '@playwright/test';

/** Stops the page's clock: from here on only `page.clock.runFor` moves it. Needs `page.clock.install()` before. */
export async function stopClock(page: Page): Promise<void> {
  // Refused when the second is over before it comes.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
}
