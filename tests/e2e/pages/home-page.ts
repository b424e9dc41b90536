import type { Locator, Page } from '@playwright/test';

export class HomePage {
  readonly featured: Locator;
  /** Slides of teachers. */
  readonly slides: Locator;
  /** Slides of teachers, of the gold sponsor, and about sponsoring. */
  readonly stops: Locator;
  readonly viewport: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly all: Locator;
  readonly skeletons: Locator;

  constructor(private readonly page: Page) {
    this.featured = page.getByRole('region', { name: 'Professores em destaque' });
    this.slides = this.featured.getByRole('article');
    this.stops = this.featured.locator('[aria-roledescription="slide"] > :first-child');
    this.viewport = this.featured.locator('[class*="viewport"]');
    this.next = this.featured.getByRole('button', { name: 'Próximos professores' });
    this.previous = this.featured.getByRole('button', { name: 'Professores anteriores' });
    this.all = page.getByRole('link', { name: 'Ver Todos', exact: true });
    this.skeletons = page.locator('[data-skeleton="card"]');
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** The card of a sponsor in the carousel. */
  sponsor(name: string): Locator {
    return this.featured.getByRole('region', { name, exact: true });
  }

  names(): Promise<string[]> {
    return this.slides.getByRole('heading').allTextContents();
  }

  /** Headings of all slides, in order. */
  stopNames(): Promise<string[]> {
    return this.stops.getByRole('heading').allTextContents();
  }

  /**
   * Left and right edge of the carousel's visible part; its padding only leaves room for shadows.
   */
  async edges(): Promise<{ left: number; right: number }> {
    return this.viewport.evaluate((viewport) => {
      const { left, right } = viewport.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(viewport);
      return { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
    });
  }

  /** Names of the slides that are wholly inside the carousel, from left to right. */
  async fullyVisible(): Promise<string[]> {
    const { left, right } = await this.edges();
    const seen: { name: string; x: number }[] = [];
    for (const slide of await this.stops.all()) {
      const box = await slide.boundingBox();
      if (!box || box.x < left - 1.5 || box.x + box.width > right + 1.5) continue;
      seen.push({ name: await slide.getByRole('heading').innerText(), x: box.x });
    }
    return seen.sort((one, other) => one.x - other.x).map(({ name }) => name);
  }
}
