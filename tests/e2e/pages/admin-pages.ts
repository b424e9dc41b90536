import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, TOAST } from '../../support/browser';
import { signedIn } from '../support/signed-in';

/** The back-office, entered by its own door. */
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

  /** Signed in already with the demo account; ends on the dashboard, or on another page of the back-office. */
  async enter(path = '/admin'): Promise<void> {
    await signedIn(this.page, { email: 'admin@danceflix.test', password: 'danceflix-admin' });
    await this.page.goto(path);
    await expect(this.main.getByRole('heading', { level: 1 })).toBeVisible();
    await this.settled();
  }

  async open(path: string, heading: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.main.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await this.settled();
  }

  /** The server has answered. */
  async settled(): Promise<void> {
    await expect(this.main.locator('[aria-busy="true"], [data-stale]')).toHaveCount(0);
    await expect(this.main.getByText('Carregando…', { exact: true })).toHaveCount(0);
  }

  /** A list by its name: cards on a phone, a table on a large screen. */
  list(name: string): Locator {
    return this.main.getByRole('region', { name, exact: true });
  }

  /** The card of a row, by something that it says. */
  card(text: string | RegExp): Locator {
    return this.main
      .getByRole('listitem')
      .filter({ hasText: text })
      .filter({ has: this.page.locator('dl') });
  }

  /** Searches a list, and waits until it shows what was found: the server is asked when the typing has paused. */
  async search(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    await expect(this.page).toHaveURL((url) => url.searchParams.get('q') === text);
    await this.settled();
  }

  /** What the product says of what was done. */
  async told(title: string | RegExp): Promise<void> {
    await expect(this.toasts.filter({ hasText: title }).first()).toBeVisible();
    // A notice stays for as long as the pointer rests on it, and would lie over what is pressed next.
    await this.page.mouse.move(0, 0);
  }

  /** No notice lies over what is pressed next: one under the pointer stays, and the pointer with it. */
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

  /** As it stands: accessible, and no wider than the screen. */
  async expectSound(): Promise<void> {
    await this.expectInside();
    await expectAccessible(this.page);
  }

  /** The page is there, and nothing of it sticks out sideways. */
  async expectInside(): Promise<void> {
    await this.settled();
    const overflow = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
