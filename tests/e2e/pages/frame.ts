import { expect, type Locator, type Page } from '@playwright/test';
import { TOAST } from '../../support/browser';
import { locate, OFFLINE } from './controls';

/** The parts around every page: header, banner, bottom bar, footer. */
export class Frame {
  readonly header: Locator;
  readonly footer: Locator;
  readonly bar: Locator;
  readonly logo: Locator;
  readonly main: Locator;
  readonly offline: Locator;
  readonly back: Locator;
  readonly storageNotice: Locator;
  readonly toasts: Locator;

  constructor(private readonly page: Page) {
    this.header = page.getByRole('banner');
    this.footer = page.getByRole('contentinfo');
    this.bar = page.getByRole('navigation', { name: 'Navegação do celular' });
    this.logo = this.header.getByRole('link', { name: /^Danceflix/ });
    this.main = page.getByRole('main');
    this.offline = locate(page, OFFLINE);
    this.back = page.getByText('Conectado', { exact: true });
    this.storageNotice = page.getByRole('complementary', { name: 'Aviso sobre a memória do aparelho' });
    this.toasts = page.locator(TOAST);
  }

  /** Opens the footer's groups, which a phone shows folded. */
  async openFooter(): Promise<void> {
    for (const group of await this.footer.locator('details').all()) {
      // By key: a quick press where the last page's link was is the second half of a double tap.
      if ((await group.getAttribute('open')) === null) await group.locator('summary').press('Enter');
    }
  }

  /** Expects nothing to overflow to the right: the page scrolls vertically only. */
  async expectNoSidewaysScroll(): Promise<void> {
    const overflow = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
