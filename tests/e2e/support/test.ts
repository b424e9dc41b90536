import { test as base, expect } from '@playwright/test';
import { collectErrors } from '../../support/browser';
import { TEST_LIMIT } from '../../support/limits';
import { Frame } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { SearchPage } from '../pages/search-page';
import { TeacherPage } from '../pages/teacher-page';
import { leaveAfterLayers } from './layers';
import { Product } from './product';

interface Screens {
  frame: Frame;
  search: SearchPage;
  teacher: TeacherPage;
  home: HomePage;
  /** Errors of the page since it was opened. */
  errors: string[];
}

interface Worker {
  /** Demo data that tests only read. */
  shared: Product;
}

/** Tag of tests that need the service worker. */
const WITH_WORKER = '@worker';

const withScreens = base.extend<Screens, Worker>({
  serviceWorkers: ({ serviceWorkers }, use, { tags }) =>
    use(tags.includes(WITH_WORKER) ? 'allow' : serviceWorkers),
  context: async ({ context }, use) => {
    context.on('page', leaveAfterLayers);
    await use(context);
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      // Tests sign in one after the other, more often than one address may.
      const often = { most: 1_000_000, within: 1 };
      const limits = { signInPerAddress: often, signInFailuresPerAddress: often };
      const product = await Product.start('demo', { apart: true, limits });
      await use(product);
      await product.close();
    },
    { scope: 'worker', timeout: TEST_LIMIT },
  ],
  frame: ({ page }, use) => use(new Frame(page)),
  search: ({ page }, use) => use(new SearchPage(page)),
  teacher: ({ page }, use) => use(new TeacherPage(page)),
  home: ({ page }, use) => use(new HomePage(page)),
  errors: ({ page }, use) => use(collectErrors(page)),
});

/** For tests that only read: all of a process share one server. */
export const test = withScreens.extend<{ product: Product }>({
  product: ({ shared }, use) => use(shared),
  baseURL: ({ shared }, use) => use(shared.url),
});

/** For tests that change data, kill or restart the server: each has its own, with the demo data. */
export const changingTest = withScreens.extend<{ product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const product = await Product.start();
      await use(product);
      await product.close();
    },
    { timeout: TEST_LIMIT },
  ],
  baseURL: ({ product }, use) => use(product.url),
});

export { expect };
