import { expect, type Locator, type Page } from '@playwright/test';
import { TOAST } from '../../support/browser';
import { CITY, EMAIL, ENTER, locate, PASSWORD } from './controls';

export const PEOPLE = {
  student: { email: 'aluno@danceflix.test', password: 'danceflix-aluno', name: 'Camila Duarte' },
  teacher: { email: 'professor@danceflix.test', password: 'danceflix-professor', name: 'Marina Couto' },
  admin: { email: 'admin@danceflix.test', password: 'danceflix-admin', name: 'Equipe Danceflix' },
} as const;

export const SIGN_IN = '**/auth/v1/token?grant_type=password';
export const SIGN_UP = '**/auth/v1/signup*';

let counted = 0;

/** Returns an address that no other test uses. */
export function newEmail(): string {
  counted += 1;
  return `pessoa-${process.pid}-${Date.now()}-${counted}@example.test`;
}

/** The forms of the account area. */
export class AccountPages {
  readonly main: Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly enter: Locator;
  /** Enters with the role that the account has, where another one was chosen. */
  readonly enterAs: Locator;
  readonly name: Locator;
  readonly city: Locator;
  readonly cities: Locator;
  readonly country: Locator;
  readonly phone: Locator;
  readonly styles: Locator;
  readonly terms: Locator;
  readonly create: Locator;
  readonly dialog: Locator;
  readonly agree: Locator;
  readonly disagree: Locator;
  readonly menu: Locator;
  /** The entry in the opened menu. */
  readonly signOut: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
    this.email = locate(this.main, EMAIL);
    this.password = locate(this.main, PASSWORD);
    this.enter = locate(this.main, ENTER);
    this.enterAs = this.main.getByRole('button', { name: /^Entrar como / });
    this.name = this.main.getByLabel('Nome do perfil');
    this.city = locate(this.main, CITY);
    this.cities = this.main.getByRole('listbox', { name: 'Cidades' }).getByRole('option');
    this.country = this.main.getByLabel('Código do país');
    this.phone = this.main.getByLabel('WhatsApp');
    this.styles = this.main.getByRole('group', { name: 'Estilos de dança' });
    this.terms = this.main.getByRole('checkbox', { name: /Li e aceito/ });
    this.create = this.main.getByRole('button', { name: 'Criar Conta', exact: true });
    this.dialog = page.getByRole('dialog');
    this.agree = this.dialog.getByRole('button', { name: 'Concordo', exact: true });
    this.disagree = this.dialog.getByRole('button', { name: 'Não concordo', exact: true });
    this.menu = page.getByRole('banner').getByRole('button', { name: 'Sua conta' });
    this.signOut = page.getByRole('banner').getByRole('button', { name: 'Sair' });
  }

  tab(name: 'Aluno' | 'Professor' | 'Entrar' | 'Cadastrar'): Locator {
    return this.main.getByRole('tab', { name, exact: true });
  }

  toast(text: string): Locator {
    return this.page.locator(TOAST).getByText(text, { exact: true });
  }

  /** Expects this message as the field's description. */
  async expectMessage(field: Locator, text: string): Promise<void> {
    await expect(field).toHaveAccessibleDescription(text);
  }

  async fillLogin(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.enter.click();
  }

  async signIn(who: keyof typeof PEOPLE): Promise<void> {
    const { email, password } = PEOPLE[who];
    await this.page.goto(who === 'admin' ? '/admin/login' : `/login?role=${who}`);
    await this.fillLogin(email, password);
    await expect(this.page).toHaveURL(who === 'admin' ? /\/admin$/ : new RegExp(`/${who}/home$`));
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async chooseCity(typed: string, name: string): Promise<void> {
    await this.city.fill(typed);
    await this.cities.filter({ hasText: name }).click();
    await expect(this.city).toHaveValue(name);
  }

  /** Submits the form and agrees to the commitment. */
  async commit(): Promise<void> {
    await this.create.click();
    await this.agree.click();
  }

  /** Registers a person, who is then signed in; resolves to the address. */
  async register(role: 'student' | 'teacher', email = newEmail()): Promise<string> {
    await this.page.goto('/register');
    await this.fillRegistration(role, email);
    await this.commit();
    await expect(this.page).toHaveURL(new RegExp(`/${role}/home$`));
    return email;
  }

  async leave(): Promise<void> {
    await this.menu.click();
    await this.signOut.click();
    // The address is no proof where it was already the start page.
    await expect(this.menu).toHaveCount(0);
    await expect(this.page).toHaveURL(/:\d+\/$/);
  }

  /** Discards unsaved text. */
  async leaveAndDiscard(): Promise<void> {
    await this.menu.click();
    await this.signOut.click();
    await this.dialog.getByRole('button', { name: 'Descartar e sair' }).click();
    // By key: two quick presses at one spot are a double tap.
    await this.dialog.getByRole('button', { name: 'Sim, descartar e sair' }).press('Enter');
    await expect(this.page).toHaveURL(/:\d+\/$/);
  }

  /** Requests the recovery mail. */
  async askForLink(email: string): Promise<void> {
    await this.page.goto('/forgot-password');
    await this.email.fill(email);
    await this.main.getByRole('button', { name: 'Enviar link de recuperação', exact: true }).click();
    await expect(this.main.getByText('1 hora')).toBeVisible();
  }

  /** Opens a recovery mail's link and presses its button. */
  async openRecovery(link: string): Promise<void> {
    await this.page.goto(link);
    await this.main.getByRole('button', { name: 'Continuar', exact: true }).click();
  }

  /** Opens a confirmation mail's link and presses its button. */
  async confirmEmail(link: string): Promise<void> {
    await this.page.goto(link);
    await this.main.getByRole('button', { name: 'Confirmar e-mail', exact: true }).click();
  }

  /** Types a new password twice and saves it. */
  async setPassword(password: string): Promise<void> {
    await this.main.getByLabel('Nova senha', { exact: true }).fill(password);
    await this.main.getByLabel('Confirmar nova senha', { exact: true }).fill(password);
    await this.main.getByRole('button', { name: 'Alterar senha' }).click();
  }

  /** Fills every field validly, as a student or a teacher of forró and zouk. */
  async fillRegistration(role: 'student' | 'teacher', email = newEmail()): Promise<string> {
    if (role === 'teacher') await this.tab('Professor').click();
    await this.name.fill('Ana Lima');
    await this.email.fill(email);
    await this.chooseCity('belo', 'Belo Horizonte');
    if (role === 'teacher') {
      for (const style of ['Forró', 'Zouk']) await this.styles.getByLabel(style, { exact: true }).check();
    }
    await this.password.fill('segredo1');
    await this.terms.check();
    return email;
  }
}
