import { expect, type Page } from '@playwright/test';
import { expectStarted, workerControls } from '../../support/browser';

/**
 * Checks for a new worker, as a browser does by itself once a day, and waits until it is stored.
 * Throws when its installation fails.
 */
export async function checkForUpdate(page: Page): Promise<void> {
  const failures: string[] = [];
  const hear = (message: { text(): string }) => failures.push(message.text());
  page.context().on('console', hear);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    // Chromium joins a check to one that is running, such as that after a navigation, which may have read the former
    // release before the new one was deployed: then nobody asks again. A second check is one of its own.
    if (!registration.installing && !registration.waiting) await registration.update();
    const { installing } = registration;
    if (!installing) return;
    installing.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && registration.active?.state !== 'redundant')
        document.documentElement.dataset.updateFailed = 'true';
    });
  });
  // A page that does not answer is being taken over.
  const isInstalling = () =>
    page
      .evaluate(() => navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.installing)))
      .catch(() => false);
  await expect.poll(isInstalling, { intervals: [100] }).toBe(false);
  page.context().off('console', hear);
  const hasFailed = await page
    .evaluate(() => document.documentElement.dataset.updateFailed === 'true')
    .catch(() => false);
  if (hasFailed) throw new Error(`The new worker was not installed. ${failures.join('\n')}`);
}

/** Comes back to the tab, one of the moments at which the update is tried again. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

export const waitingWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state ?? null));

/** Opens the app and waits until it has started and its worker has cached the whole release. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectStarted(page);
  await workerControls(page);
}

/** Tells whether some tab holds up a new release: with unsaved text, or while it sends. */
export const isBusy = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'danceflix-busy');
  });

/** Waits until each tab shows this release; a failure tells what each of them still waits for. */
export async function expectRelease(tabs: Page[], build: string): Promise<void> {
  const missing = async () => {
    const states = await Promise.all(tabs.map((tab) => releaseOf(tab)));
    return states.filter((state) => state.build !== build);
  };
  await expect.poll(missing).toEqual([]);
}

/** The release that a tab shows, with what holds up the next one. A tab that is reloading does not answer. */
const releaseOf = (page: Page) =>
  page
    .evaluate(async () => {
      const { active, waiting, installing } = (await navigator.serviceWorker.getRegistration()) ?? {};
      const { held = [], pending = [] } = await navigator.locks.query();
      return {
        build: document.querySelector<HTMLMetaElement>('meta[name="danceflix-build"]')?.content,
        workers: [active, waiting, installing].map((worker) => worker?.state ?? null),
        locks: [...held, ...pending].map(({ name }) => name),
      };
    })
    .catch((error: unknown) => ({ build: null, reloading: String(error) }));
