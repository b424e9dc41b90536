import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { nameOptions, pickName } from '../support/pick-name';

export const CREATE = '**/rest/v1/rpc/create_lead';
export const READ = '**/rest/v1/rpc/get_lead';
export const MATCH = '**/functions/v1/ai-teacher-match';

export interface Wish {
  nome?: string;
  cidade?: string;
  estilo?: string;
  objetivos?: string;
}

/** The three screens of the lead flow. */
export class LeadPages {
  readonly name: Locator;
  readonly city: Locator;
  readonly style: Locator;
  readonly goals: Locator;
  readonly submit: Locator;
  readonly progress: Locator;
  readonly inCity: Locator;
  readonly inBrazil: Locator;
  readonly preview: Locator;
  readonly oops: Locator;

  constructor(private readonly page: Page) {
    const form = page.getByRole('form', { name: 'Encontrar professor' });
    this.name = form.getByLabel('Nome', { exact: true });
    this.city = form.getByRole('combobox', { name: 'Cidade', exact: true });
    this.style = form.getByRole('combobox', { name: 'Estilo de Dança', exact: true });
    this.goals = form.getByLabel('Seus objetivos', { exact: true });
    this.submit = form.getByRole('button', { name: /Encontrar Professor|Enviando/ });
    this.progress = page.getByRole('main').getByRole('progressbar');
    this.inCity = page.getByRole('article', { name: 'Melhor da Sua Cidade', exact: true });
    this.inBrazil = page.getByRole('article', { name: 'Melhor do Brasil', exact: true });
    this.preview = page.getByText('Prévia feita no seu celular');
    this.oops = page.getByRole('heading', { name: 'Oops! Algo deu errado', exact: true });
  }

  /** Opens the form and waits for its lists. */
  async open(): Promise<void> {
    await this.page.goto('/encontrar-professor');
    await this.expectOffered('Vitória');
  }

  /** Waits until this city is offered. */
  async expectOffered(city: string): Promise<void> {
    await this.city.click();
    await expect(nameOptions(this.city).filter({ hasText: city })).toHaveCount(1);
    await this.page.keyboard.press('Escape');
    await expect(nameOptions(this.city)).toHaveCount(0);
  }

  async fill({
    nome = 'Marina Alves',
    cidade = 'Vitória',
    estilo = 'Forró',
    objetivos = '',
  }: Wish = {}): Promise<void> {
    await this.name.fill(nome);
    await pickName(this.city, cidade);
    await pickName(this.style, estilo);
    await this.goals.fill(objetivos);
  }

  /** Submits the form and waits for the loading screen. */
  async send(wish: Wish = {}): Promise<void> {
    await this.fill(wish);
    await this.submit.click();
    await this.expectPath('/encontrar-professor/loading');
  }

  /** Lets the loading screen's time pass; needs `page.clock.install()`. */
  async passTime(): Promise<void> {
    await expect(this.progress).toBeVisible();
    await this.page.clock.fastForward(8_100);
  }

  /** Goes from the form to the results. */
  async sendAndArrive(wish: Wish = {}): Promise<void> {
    await this.send(wish);
    await this.passTime();
    await this.expectPath('/encontrar-professor/resultados');
  }

  async expectPath(path: string): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).pathname).toBe(path);
  }

  /** The id of the last lead that this phone sent. */
  leadId(): Promise<string> {
    return this.page.evaluate(() => {
      const { id } = JSON.parse(localStorage.getItem('danceflix_private_lead') ?? '{}') as { id?: string };
      return id ?? '';
    });
  }
}

/** Answers get_lead with the stored lead and this analysis. */
export async function answerWith(
  page: Page,
  change: (lead: { ai_analysis_data: Analysis }) => unknown,
): Promise<void> {
  await page.route(READ, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: change((await response.json()) as { ai_analysis_data: Analysis }),
    });
  });
}

export interface Analysis {
  cityMatch: Match | null;
  brazilMatch: Match | null;
}

interface Match {
  teacherId: string;
  matchPercentage: number;
  justification: string;
}
