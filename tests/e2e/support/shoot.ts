import type { Page } from '@playwright/test';

/**
 * Takes screenshots at both sizes and in both themes for review: `test-results/<name>-360.png`, `-1280.png`, `-360-dark.png`
 * and `-1280-dark.png`. In the full set only.
 */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.TEST_FULL !== '1') return;
  await shootIn(page, 'dark', `test-results/${name}`, '-dark');
  await shootIn(page, 'light', `test-results/${name}`, '');
}

async function shootIn(page: Page, theme: 'dark' | 'light', path: string, suffix: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.mantineColorScheme = name;
  }, theme);
  await page.screenshot({ path: `${path}-360${suffix}.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `${path}-1280${suffix}.png` });
  await page.setViewportSize({ width: 360, height: 800 });
}
