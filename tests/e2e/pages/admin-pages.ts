import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, TOAST } from '../../support/browser';
import { type Account, signedIn } from '../support/signed-in';

const DEMO: Account = { email: 'admin@danceflix.test', password: 'danceflix-admin' };

/** The back-office, entered through its own sign-in. */
export class AdminPages {
  readonly main: Locator;
  readonly menu: Locator;
  readonly dialog: Locator;
  readonly toasts: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
    this.menu = page.getByRole('button', { name: /^(Abrir|Fechar) menu$/ });
    this.dialog = page.getByRole('dialog');
    this.toasts = page.locator(TOAST);
  }

  /**
   * Begins signed in, with the demo account if no other is given; ends on the dashboard, or on another page of the
   * back-office.
   */
  async enter(path = '/admin', account: Account = DEMO): Promise<void> {
    await signedIn(this.page, account);
    await this.page.goto(path);
    await expect(this.main.getByRole('heading', { level: 1 })).toBeVisible();
    await this.settled();
  }

  async open(path: string, heading: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.main.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await this.settled();
  }

  /** Waits for the server's answer. */
  async settled(): Promise<void> {
    await expect(this.main.locator('[aria-busy="true"], [data-stale]')).toHaveCount(0);
    await expect(this.main.getByText('Carregando…', { exact: true })).toHaveCount(0);
  }

  /** A list by its name: cards on a phone, a table on a large screen. */
  list(name: string): Locator {
    return this.main.getByRole('region', { name, exact: true });
  }

  /** The card of a row, found by a text in it. */
  card(text: string | RegExp): Locator {
    return this.main
      .getByRole('listitem')
      .filter({ hasText: text })
      .filter({ has: this.page.locator('dl') });
  }

  /** Searches a list and waits for the results: the request is sent when typing pauses. */
  async search(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    await expect(this.page).toHaveURL((url) => url.searchParams.get('q') === text);
    await this.settled();
  }

  /** Expects a notice with this title. */
  async told(title: string | RegExp): Promise<void> {
    await expect(this.toasts.filter({ hasText: title }).first()).toBeVisible();
    // A notice stays while the pointer rests on it, and would cover the next control.
    await this.page.mouse.move(0, 0);
  }

  /**
   * Waits until no notice covers the next control: one under the pointer stays, so the pointer
   * moves away.
   */
  async untold(): Promise<void> {
    await expect(this.toasts).toHaveCount(0);
  }

  async undo(): Promise<void> {
    await this.toasts.getByRole('button', { name: 'Desfazer' }).click();
    await this.told('Desfeito');
  }

  async confirm(action: string): Promise<void> {
    await this.dialog.getByRole('button', { name: action, exact: true }).click();
  }

  /** Expects the page to be accessible, and no wider than the screen. */
  async expectSound(): Promise<void> {
    await this.expectInside();
    await expectAccessible(this.page);
  }

  /** Expects the page to be open, without sideways overflow. */
  async expectInside(): Promise<void> {
    await this.settled();
    const overflow = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
