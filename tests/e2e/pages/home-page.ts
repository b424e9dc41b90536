import type { Locator, Page } from '@playwright/test';

export class HomePage {
  readonly featured: Locator;
  readonly slides: Locator;
  readonly viewport: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly all: Locator;
  readonly skeletons: Locator;

  constructor(private readonly page: Page) {
    this.featured = page.getByRole('region', { name: 'Professores em destaque' });
    this.slides = this.featured.getByRole('article');
    this.viewport = this.featured.locator('[class*="viewport"]');
    this.next = this.featured.getByRole('button', { name: 'Próximos professores' });
    this.previous = this.featured.getByRole('button', { name: 'Professores anteriores' });
    this.all = page.getByRole('link', { name: 'Ver Todos', exact: true });
    this.skeletons = page.locator('[data-skeleton="card"]');
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  names(): Promise<string[]> {
    return this.slides.getByRole('heading').allTextContents();
  }

  /** Names of the slides that stand wholly inside the carousel, from left to right. */
  async fullyVisible(): Promise<string[]> {
    const frame = await this.viewport.boundingBox();
    if (!frame) return [];
    const seen: { name: string; x: number }[] = [];
    for (const slide of await this.slides.all()) {
      const box = await slide.boundingBox();
      if (!box || box.x < frame.x - 1.5 || box.x + box.width > frame.x + frame.width + 1.5) continue;
      seen.push({ name: await slide.getByRole('heading').innerText(), x: box.x });
    }
    return seen.sort((one, other) => one.x - other.x).map(({ name }) => name);
  }
}
