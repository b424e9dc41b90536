import type { Page } from '@playwright/test';
import { Product } from './product';
import { changingTest, expect } from './test';

/** Pages as the server renders them, before the app starts: each test has its own server. */
export const prerenderedTest = changingTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  product: async ({}, use) => {
    const product = await Product.start('demo', { prerendered: true });
    await use(product);
    await product.close();
  },
});

/** The objects of every structured-data block of the page, with graphs flattened. */
export async function structuredData(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => {
    const data = JSON.parse(text) as Record<string, unknown>;
    return (data['@graph'] as Record<string, unknown>[] | undefined) ?? [data];
  });
}

export const typed = (data: Record<string, unknown>[], type: string) =>
  data.filter((one) => one['@type'] === type);

/**
 * Remembers the first heading of each document, to tell whether the app took it over or drew it
 * again.
 */
export async function watchHeading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('h1');
      if (!heading) return;
      Object.assign(globalThis, { firstHeading: heading });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Runs in the page: tells whether the app has reached the page's own heading. */
function isTakenOver(): boolean {
  const heading = document.querySelector('h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
}

/**
 * Expects the app to have hydrated the page unchanged and without errors. Needs `watchHeading`
 * before.
 */
export async function expectTakenOver(page: Page, errors: readonly string[], about: string): Promise<void> {
  await expect.poll(() => page.evaluate(isTakenOver), about).toBe(true);
  await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
  const kept = await page.evaluate(
    () => Reflect.get(globalThis, 'firstHeading') === document.querySelector('h1'),
  );
  expect(errors, about).toEqual([]);
  expect(kept, about).toBe(true);
}
