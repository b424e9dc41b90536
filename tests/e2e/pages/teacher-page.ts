import { expect, type Locator, type Page } from '@playwright/test';

export class TeacherPage {
  readonly heading: Locator;
  readonly whatsapp: Locator;
  readonly back: Locator;
  readonly missing: Locator;
  readonly unavailable: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1 });
    this.whatsapp = page.getByRole('link', { name: /^WhatsApp/ });
    this.back = page.getByRole('link', { name: 'Voltar à busca' });
    this.missing = page.getByRole('heading', { name: 'Este perfil não existe ou não está ativo' });
    this.unavailable = page.getByRole('heading', { level: 1, name: 'Sem conexão' });
  }

  async open(slugOrId: string): Promise<void> {
    await this.page.goto(`/teachers/${slugOrId}`);
  }

  async expectOf(name: string): Promise<void> {
    await expect(this.heading).toHaveText(name);
  }
}

/** Opens the rare actions behind '⋯'. */
export async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mais opções' }).click();
}
