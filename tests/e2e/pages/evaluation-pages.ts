import type { Locator, Page } from '@playwright/test';
import { TOAST } from '../../support/browser';

/** The evaluation of a request, its invitation and the list on a teacher's page. */
export class EvaluationPages {
  readonly pending: Locator;
  readonly form: Locator;
  readonly stars: Locator;
  readonly comment: Locator;
  readonly anonymous: Locator;
  readonly own: Locator;
  readonly received: Locator;
  readonly toast: Locator;

  constructor(page: Page) {
    this.pending = page.getByRole('region', { name: 'Avaliações pendentes' });
    this.form = page.getByRole('form', { name: /^Avaliação de / });
    this.stars = this.form.getByRole('radio');
    this.comment = this.form.getByLabel('Comentário (opcional)');
    this.anonymous = this.form.getByRole('checkbox', { name: /Avaliar sem mostrar meu nome/ });
    this.own = page.getByRole('region', { name: 'Sua avaliação' });
    this.received = page.getByRole('list', { name: 'Avaliações recebidas' });
    this.toast = page.locator(TOAST).filter({ hasText: /avalia/i });
  }

  star(count: 1 | 2 | 3 | 4 | 5): Locator {
    return this.form.getByRole('radio', {
      name: count === 1 ? '1 estrela' : `${count} estrelas`,
      exact: true,
    });
  }

  async send(): Promise<void> {
    await this.form.getByRole('button', { name: /^(Enviar|Salvar) avaliação$/ }).click();
  }

  async openPending(name: string): Promise<void> {
    await this.pending.getByRole('link', { name: `Avaliar ${name}` }).click();
  }
}
