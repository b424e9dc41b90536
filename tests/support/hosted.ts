import { test as base, expect, type Page } from '@playwright/test';
import { presentBuild } from './present-build';
import { describeRelease, nextRelease, type Release } from './release';
import { StaticHost } from './static-host';

interface Fixtures {
  /** The built app. */
  release: Omit<Release, 'remove'>;
  /** The static host of the release. */
  host: StaticHost;
  /** Makes another release of the app, removed after the test. */
  makeRelease: (tag: string) => Promise<Release>;
}

/** Tests of the built app on a static host without a backend. */
export const test = base.extend<Fixtures>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  release: async ({}, use) => {
    await use(await describeRelease(await presentBuild()));
  },
  host: async ({ release }, use) => {
    const host = await StaticHost.start(release.folder);
    await use(host);
    await host.stop();
  },
  makeRelease: async ({ release }, use) => {
    const made: Release[] = [];
    await use(async (tag) => {
      const next = await nextRelease(release.folder, tag);
      made.push(next);
      return next;
    });
    await Promise.all(made.map((one) => one.remove()));
  },
});

/** Counts the documents that `page` loads, from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

/** The id of the build that `page` runs. */
export const buildOf = (page: Page) => page.locator('meta[name="danceflix-build"]').getAttribute('content');

export { expect };
