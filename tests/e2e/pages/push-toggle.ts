import { expect, type Locator, type Page } from '@playwright/test';
import { TOAST } from '../../support/browser';

/** The switch that brings notifications to this phone. */
export class PushToggle {
  readonly switch: Locator;
  readonly note: Locator;
  constructor(private readonly page: Page) {
    const region = page.getByRole('region', { name: 'Avisos neste aparelho' });
    this.switch = region.getByRole('switch', { name: 'Receber notificações' });
    this.note = region.getByRole('status');
  }

  /** The text is under the switch and in a toast. */
  async expectTold(text: string): Promise<void> {
    await expect(this.note).toHaveText(text);
    await expect(this.page.locator(TOAST).getByText(text, { exact: true })).toBeVisible();
  }

  async isKnown(): Promise<void> {
    await expect(this.switch).toHaveAttribute('aria-busy', 'false');
  }
}
