import { expect, type Locator, type Page } from '@playwright/test';
import { doubleTap } from '../support/double-tap';
import { locate, MESSAGE, REQUEST_FORM, SEND_REQUEST, styleChoice, timeChoice } from './controls';

/** Lesson requests: the form, the lists and the detail, for either side. */
export class RequestPages {
  readonly form: Locator;
  readonly ask: Locator;
  readonly message: Locator;
  readonly main: Locator;
  readonly cards: Locator;
  readonly accept: Locator;
  readonly more: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
    this.form = locate(page, REQUEST_FORM);
    this.message = locate(this.form, MESSAGE);
    this.ask = this.main.getByRole('link', { name: 'Pedir aula' });
    this.cards = this.main.getByRole('listitem');
    this.more = this.main.getByRole('button', { name: 'Mais opções' });
    this.accept = this.main.getByRole('button', { name: 'Aceitar', exact: true });
  }

  /** The list of one state. */
  group(state: string): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${state} `) });
  }

  async open(side: 'student' | 'teacher'): Promise<void> {
    await this.page.goto(`/${side}/requests`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  }

  /** Opens the detail of the request whose card has this text. */
  async choose(text: string | RegExp): Promise<void> {
    await this.main.getByRole('link', { name: text }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: text })).toBeVisible();
  }

  async fill(style: string, message: string): Promise<void> {
    await locate(this.form, styleChoice(style)).check();
    await this.chooseOnly(/^Dias/, 'Segunda');
    await this.chooseOnly(/^Horários/, 'Noite');
    await this.message.fill(message);
  }

  /** Takes off what the teacher offers besides. */
  private async chooseOnly(group: RegExp, name: string): Promise<void> {
    const boxes = this.form.getByRole('group', { name: group });
    await locate(boxes, timeChoice(name)).check();
    const others = boxes
      .getByRole('checkbox', { checked: true })
      .and(boxes.locator(`:not([aria-label="${name}"])`));
    for (let left = await others.count(); left > 0; left--) await others.first().uncheck();
    await expect(others).toHaveCount(0);
  }

  /** Presses twice, as impatient people do. */
  async send(): Promise<void> {
    await doubleTap(locate(this.form, SEND_REQUEST));
    await expect(this.page).toHaveURL(/\/student\/requests\/[0-9a-f-]{36}$/);
  }

  async cancel(reason: string): Promise<void> {
    // Behind '⋯' while the teacher has to answer.
    if (await this.accept.isVisible()) await this.more.click();
    await this.end(['Cancelar pedido', 'Manter pedido', 'Sim, cancelar'], reason);
  }

  /** Ends lessons that were agreed long ago. */
  async endLessons(reason: string): Promise<void> {
    await this.end(['Encerrar aulas', 'Manter aulas', 'Sim, encerrar'], reason);
  }

  private async end([ask, keep, confirm]: [string, string, string], reason: string): Promise<void> {
    await this.main.getByRole('button', { name: ask }).click();
    await expect(this.main.getByRole('button', { name: keep })).toBeFocused();
    await this.main.getByLabel('Motivo (opcional)').fill(reason);
    await this.main.getByRole('button', { name: confirm }).click();
  }
}
