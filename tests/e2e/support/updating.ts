import type { Page } from '@playwright/test';
import { expectStarted, workerControls } from '../../support/browser';

/** What a browser does by itself once a day: looks whether the worker has changed. */
export const checkForUpdate = (page: Page) =>
  page.evaluate(() =>
    navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => undefined),
  );

/** Coming back to the tab, which is one of the moments at which the update is tried again. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

export const waitingWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state ?? null));

/** The app has started, and its worker has the whole release. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectStarted(page);
  await workerControls(page);
}

/** Whether some tab holds up a new release: with unsaved text, or while it sends. */
export const isBusy = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'danceflix-busy');
  });
