import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import type axe from 'axe-core';
import { chromiumOptions, PHONE } from './chromium';
import { WAIT_LIMIT } from './limits';
import { ownedFolder } from './owned-folder';

type PhoneOptions = BrowserContextOptions & Pick<LaunchOptions, 'env'>;

/** A phone whose browser can be closed and reopened with everything that it stored. */
export class Phone {
  private opened: BrowserContext | undefined;

  private constructor(
    private readonly profile: string,
    private readonly options: PhoneOptions,
  ) {}

  static async unbox(options: PhoneOptions = {}): Promise<Phone> {
    const phone = new Phone(await ownedFolder('phone'), options);
    await phone.open();
    return phone;
  }

  get context(): BrowserContext {
    if (!this.opened) throw new Error('The browser is closed');
    return this.opened;
  }

  async open(): Promise<BrowserContext> {
    this.opened = await chromium.launchPersistentContext(this.profile, {
      // The phone has a service worker, even if other pages of a test have none.
      serviceWorkers: 'allow',
      ...{ ...chromiumOptions(), ...PHONE, ...this.options },
    });
    // Without this timeout a page that never loads would only show as a slow test.
    this.opened.setDefaultTimeout(WAIT_LIMIT);
    return this.opened;
  }

  /** Opens a page in the running browser; the first one exists from the beginning. */
  async page(): Promise<Page> {
    const [first] = this.context.pages();
    return first && first.url() === 'about:blank' ? first : this.context.newPage();
  }

  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }

  /** Kills the browser like an empty battery: nothing is flushed or notified. */
  async kill(): Promise<void> {
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (!line.includes(`--user-data-dir=${this.profile}\0`)) continue;
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch (error) {
        // The child has ended together with its parent.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await this.opened?.close().catch(() => undefined);
    this.opened = undefined;
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.profile, { recursive: true, force: true });
  }
}

/** Waits until the app has drawn a screen, and expects no failure screen. */
export async function expectStarted(page: Page): Promise<void> {
  await expect(page.locator('#root main').first()).not.toBeEmpty();
  await expect(page.locator('.start-failure')).toHaveCount(0);
}

/**
 * Waits until the worker controls the page and its whole precache is stored: from here on the app
 * opens offline.
 */
export async function workerControls(page: Page): Promise<void> {
  // Polled, because a page that waits for an event cannot report the missing step on a timeout.
  const worker = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller) return 'controls';
      const registration = await navigator.serviceWorker.getRegistration();
      if (!registration) return 'not registered';
      const { active, waiting, installing } = registration;
      return (active ?? waiting ?? installing)?.state ?? 'gone';
    });
  await expect.poll(worker, { intervals: [100] }).toBe('controls');
  await allPagesStored(page);
}

/** Has the worker store the other pages now, which it does by itself once the page is idle. */
async function allPagesStored(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          navigator.serviceWorker.controller?.postMessage({ type: 'STORE_ALL' }, [port2]);
        }),
    );
  await expect.poll(isStored).toBe(true);
}

/** Visible notices, without those that are leaving. */
export const TOAST = '[data-sonner-toast]:not([data-removed="true"])';

/**
 * Waits until the worker controls the page, the teachers are on the device, and no skeleton is
 * left.
 */
export async function readyForOffline(page: Page): Promise<void> {
  await workerControls(page);
  await expect.poll(() => page.evaluate(hasSearchRecord)).toBe(true);
  await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
}

/** Waits until pictures are drawn and the worker has cached each of them. */
export async function expectPicturesKept(page: Page): Promise<void> {
  const notKept = () =>
    page.evaluate(async () => {
      const kept = new Set((await (await caches.open('danceflix-pictures')).keys()).map(({ url }) => url));
      const drawn = [...document.images]
        .filter(({ naturalWidth, currentSrc }) => naturalWidth > 0 && currentSrc.includes('/storage/v1/'))
        .map(({ currentSrc }) => currentSrc);
      return drawn.length === 0 ? ['none is drawn'] : drawn.filter((url) => !kept.has(url));
    });
  await expect.poll(notKept).toEqual([]);
}

/** Runs in the page: tells whether the search record is stored, the last step of a first sync. */
export async function hasSearchRecord(): Promise<boolean> {
  const name = 'danceflix_cache_search';
  // Opening a missing database would create an empty one in the app's way.
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return false;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('records').objectStore('records').count('teachers');
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result > 0);
      };
    };
  });
}

/**
 * Collects errors of the page from now on. `expected` are messages that belong to the test, such as
 * refused connections while the server is down.
 */
export function collectErrors(page: Page, expected: readonly RegExp[] = []): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(String(error)));
  return errors;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const AXE_OPTIONS: axe.RunOptions = {
  // Passed rules are not listed: that takes as long as finding the violations.
  resultTypes: ['violations'],
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
};

/**
 * Runs in the page: ends its transitions and finite animations, so that colours and places are the
 * ones that somebody designed. Without `transition` the browser cancels those that run. Returns a
 * function that allows them again.
 */
export function endMotion(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  }
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

const CHECK = `(async () => {
  const allowMotion = (${endMotion})();
  const { violations } = await axe.run(document, ${JSON.stringify(AXE_OPTIONS)});
  allowMotion();
  return violations.map(
    ({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '),
  );
})()`;

/**
 * Expects axe to find nothing against WCAG 2.2 AA. Motion is ended before: a half faded toast has
 * colours that no one designed, and so has a button that was just pressed.
 *
 * The only frames are other sites' players. Loading axe takes half as long as its checks, so that
 * every document gets it once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const [isMoving, isLoaded] = await page.evaluate(() => [
    matchMedia('(prefers-reduced-motion: no-preference)').matches,
    'axe' in window,
  ]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!isLoaded) await page.evaluate(AXE);
  const found = await page.evaluate<string[]>(CHECK);
  if (isMoving) await page.emulateMedia({ reducedMotion: null });
  expect(found).toEqual([]);
}
