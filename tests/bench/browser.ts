/** Drives real Chromium with a phone's viewport and the page's main thread slowed down. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { chromiumOptions } from '../support/chromium.ts';
import { installProbe } from './probe.ts';

export const VIEWPORT = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
} as const;

export const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
];

/** A profile folder, so that a browser process can end and another one find what it stored. */
export class Profile {
  private constructor(readonly folder: string) {}

  static async make(): Promise<Profile> {
    return new Profile(await mkdtemp(join(tmpdir(), 'danceflix-bench-')));
  }

  /** Copies the stored state, so that changes of one run do not reach the next. */
  async copy(): Promise<Profile> {
    const twin = await Profile.make();
    await cp(this.folder, twin.folder, { recursive: true });
    return twin;
  }

  /** A new browser process on this profile. */
  async open(rate: number): Promise<Browser> {
    const context = await chromium.launchPersistentContext(this.folder, {
      ...VIEWPORT,
      ...executable(),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...QUIET],
    });
    // tsx keeps function names with a helper that does not exist in the page.
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    await context.addInitScript(installProbe);
    const page = context.pages()[0] ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    return { context, page, cdp, close: () => context.close() };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface Browser {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens a fresh profile for `work`, and leaves nothing behind. */
export async function withFreshBrowser<T>(rate: number, work: (browser: Browser) => Promise<T>): Promise<T> {
  const profile = await Profile.make();
  const browser = await profile.open(rate);
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await profile.remove();
  }
}

/** Playwright's own Chromium where it is installed, otherwise what the browser tests use. */
export function executable(): { executablePath?: string } {
  // Without a path Playwright takes its own headless shell.
  if (!process.env.CHROMIUM_PATH && existsSync(chromium.executablePath())) return {};
  const { executablePath } = chromiumOptions();
  return executablePath ? { executablePath } : {};
}

/**
 * Milliseconds that a fixed piece of arithmetic takes on the page's main thread: shows how slow the
 * thread really is.
 */
export async function calibrate(page: Page): Promise<number> {
  return page.evaluate(() => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      let sum = 0;
      for (let step = 0; step < 1e7; step++) sum += step % 7;
      if (sum > 0) best = Math.min(best, performance.now() - began);
    }
    return best;
  });
}
