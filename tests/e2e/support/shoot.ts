import type { Page } from '@playwright/test';

/**
 * Takes screenshots at both sizes for review: `test-results/<name>-360.png` and `-1280.png`. In the
 * full set only.
 */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.TEST_FULL !== '1') return;
  await page.screenshot({ path: `test-results/${name}-360.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `test-results/${name}-1280.png` });
  await page.setViewportSize({ width: 360, height: 800 });
}
