import { expect, type Locator, type Page } from '@playwright/test';

/** The pages about teaching, supporting and sponsoring. */
export class ProgrammePages {
  readonly heading: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('main').getByRole('heading', { level: 1 });
  }

  async open(path: string, title: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.heading).toHaveText(title);
    await expect(this.page.locator('main [aria-busy="true"]')).toHaveCount(0);
  }

  /** The card of a tier on the campaign page. */
  tier(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true });
  }

  /** A tier's part of the supporters' or sponsors' page. */
  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Headings of the tiers' parts, from the top. */
  parts(names: readonly string[]): Promise<string[]> {
    return this.page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .allTextContents()
      .then((all) => all.filter((text) => names.includes(text)));
  }
}
