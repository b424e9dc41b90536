import { expect, type Locator, type Page } from '@playwright/test';

/** The list of articles, and a single article. */
export class BlogPages {
  readonly main: Locator;
  readonly cards: Locator;
  readonly categories: Locator;
  readonly heading: Locator;
  readonly related: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
    this.cards = this.main.getByRole('list', { name: 'Artigos' }).getByRole('article');
    this.categories = this.main.getByRole('navigation', { name: 'Categorias' });
    this.heading = this.main.getByRole('heading', { level: 1 });
    this.related = this.main.getByRole('region', { name: 'Continue lendo' }).getByRole('article');
  }

  async open(path = ''): Promise<void> {
    await this.page.goto(`/blog${path}`);
  }

  /** The number of content rows stored on the phone. */
  stored(): Promise<number> {
    return this.page.evaluate(async () => {
      const name = 'rxdb-dexie-danceflix-public-v1--0--content';
      // Opening a missing database would create an empty one in the app's way.
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0;
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('docs').objectStore('docs').count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      });
    });
  }

  async openCard(title: string | RegExp): Promise<void> {
    await this.cards.getByRole('link', { name: title }).click();
    await expect(this.heading).toHaveText(title);
  }
}
