import type { Locator, Page } from '@playwright/test';
import { Frame } from './frame';

const HOUR = 3_600_000;

/** The app's offer to be installed. */
export class InstallOffer {
  readonly invitation: Locator;
  readonly entry: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.invitation = page.getByRole('complementary', { name: 'Instalar o Danceflix' });
    this.entry = page.getByRole('contentinfo').getByRole('button', { name: 'Instalar o app' });
    this.dialog = page.getByRole('dialog');
  }

  /** Pretends that this phone was here two hours ago. */
  async cameBefore(): Promise<void> {
    await this.page.addInitScript((gap) => {
      const key = 'danceflix_install';
      if (localStorage.getItem(key)) return;
      localStorage.setItem(key, JSON.stringify({ visits: 1, seenAt: Date.now() - gap }));
    }, 2 * HOUR);
  }

  /** Waits until the visit is counted: from here on every screen may show the offer. */
  async counted(): Promise<void> {
    await this.page.waitForFunction(
      () => JSON.parse(localStorage.getItem('danceflix_install') ?? '{}').visits > 0,
    );
  }

  /** Imitates Chromium's install prompt, answered with `outcome`. */
  async offer(outcome: 'accepted' | 'dismissed'): Promise<void> {
    await this.page.evaluate((answer) => {
      const prompt = async () => void Object.assign(window, { prompted: true });
      const event = new Event('beforeinstallprompt', { cancelable: true });
      dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: answer }) }));
      // Without preventDefault Chromium would show its own bar.
      Object.assign(window, { held: event.defaultPrevented });
    }, outcome);
  }

  /** Reads the page's record of the prompt. */
  noted(what: 'prompted' | 'held'): Promise<boolean> {
    return this.page.evaluate((name) => Reflect.get(window, name) === true, what);
  }

  /** Navigates by the footer, without loading a document. */
  async goTo(label: string): Promise<void> {
    await new Frame(this.page).openFooter();
    await this.page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
  }

  /** Lets the time pass after which a screen may show the offer; needs `page.clock.install()`. */
  async passQuiet(): Promise<void> {
    await this.page.clock.fastForward(4_000);
    // The decision is drawn in the next frame.
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}
