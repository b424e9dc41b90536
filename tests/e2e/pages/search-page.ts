import { expect, type Locator, type Page } from '@playwright/test';
import { nameOptions, pickName } from '../support/pick-name';
import { CITY, COUNT, card, counted, FILTERS, FILTERS_SHEET, locate, STYLE, TEACHER_NAME } from './controls';

export class SearchPage {
  readonly heading: Locator;
  readonly name: Locator;
  readonly count: Locator;
  readonly searching: Locator;
  readonly cards: Locator;
  readonly skeletons: Locator;
  readonly previous: Locator;
  readonly next: Locator;
  readonly where: Locator;
  readonly refresh: Locator;
  readonly nobody: Locator;
  readonly couldNotLoad: Locator;
  readonly sheetButton: Locator;
  readonly sheet: Locator;
  readonly style: Locator;
  readonly city: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1 });
    this.name = locate(page, TEACHER_NAME);
    this.count = locate(page, COUNT);
    this.searching = page.getByText('Buscando professores...', { exact: true });
    this.cards = page.getByRole('article');
    this.skeletons = page.locator('[data-skeleton="card"]');
    this.previous = page.getByRole('button', { name: 'Anterior' });
    this.next = page.getByRole('button', { name: 'Próxima' });
    this.where = page.getByText(/^Página \d+ de \d+$/);
    this.refresh = page.getByRole('button', { name: 'Atualizar', exact: true }).first();
    this.nobody = page.getByText('Nenhum professor encontrado', { exact: true });
    this.couldNotLoad = page.getByRole('heading', { name: 'Não foi possível carregar os professores' });
    this.sheetButton = locate(page, FILTERS);
    this.sheet = locate(page, FILTERS_SHEET);
    this.style = locate(page, STYLE);
    this.city = locate(page, CITY);
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/search${query}`);
  }

  /** Waits until the listings are on the device and the list is the local one. */
  async expectStored(): Promise<void> {
    const saved = this.page.getByText(/^Atualizado /);
    await expect(saved).toBeVisible();
    await expect(this.page.getByRole('progressbar')).toHaveCount(0);
    await expect(this.cards.or(this.nobody).first()).toBeVisible();
  }

  async openStored(query = ''): Promise<void> {
    await this.open(query);
    await this.expectStored();
  }

  /** Ticks half-days, each as its day and time are read, in the open sheet. */
  async chooseTimes(...halfDays: [day: string, time: string][]): Promise<void> {
    // Open where a time is chosen already.
    const folded = this.sheet.locator('details:not([open])').getByText('Dia e horário');
    if (await folded.isVisible()) await folded.click();
    for (const [day, time] of halfDays)
      await this.sheet.getByRole('group', { name: day, exact: true }).getByLabel(time).check();
  }

  card(name: string): Locator {
    return locate(this.page, card(name));
  }

  /** Names on the cards, in order. */
  names(): Promise<string[]> {
    return this.cards.getByRole('heading').allTextContents();
  }

  async expectCount(count: number): Promise<void> {
    await expect(locate(this.page, counted(count))).toBeVisible();
  }

  async openFilters(): Promise<void> {
    // The sheet's fields are no proof: a closed sheet keeps them until the browser has reported the
    // closing.
    if (await this.sheet.isVisible()) return;
    await expect(this.sheetButton.or(this.style).first()).toBeVisible();
    // On a large screen the filters are part of the page.
    if (!(await this.sheetButton.isVisible())) return;
    await this.sheetButton.click();
    await expect(this.sheet).toBeVisible();
  }

  async closeFilters(): Promise<void> {
    if ((await this.sheet.count()) === 0) return;
    await this.page.keyboard.press('Escape');
    await expect(this.sheet).toHaveCount(0);
  }

  async chooseStyle(name: string): Promise<void> {
    await this.openFilters();
    await pickName(this.style, name);
    await this.closeFilters();
  }

  async chooseCity(name: string): Promise<void> {
    await this.openFilters();
    await pickName(this.city, name);
    await this.closeFilters();
  }

  /** The cities to choose from, after the option for all. */
  cities(): Promise<string[]> {
    return this.offered(this.city, 'Todas as cidades');
  }

  /** The styles to choose from, after the option for all. */
  styles(): Promise<string[]> {
    return this.offered(this.style, 'Todos os estilos');
  }

  private async offered(field: Locator, all: string): Promise<string[]> {
    await this.openFilters();
    await field.click();
    await expect(nameOptions(field).first()).toHaveText(all);
    const labels = await nameOptions(field).allTextContents();
    await this.page.keyboard.press('Escape');
    await expect(nameOptions(field)).toHaveCount(0);
    await this.closeFilters();
    return labels.slice(1);
  }

  async clear(): Promise<void> {
    await this.page.getByRole('button', { name: 'Limpar Filtros', exact: true }).click();
  }

  /** The decoded query of the address. */
  query(): string {
    return decodeURIComponent(new URL(this.page.url()).search.replaceAll('+', ' '));
  }

  async expectQuery(query: string): Promise<void> {
    await expect.poll(() => this.query()).toBe(query);
  }
}
