import { expect, type Locator, type Page } from '@playwright/test';
import { signedIn } from '../support/signed-in';

/** The demo data's accounts (README). */
const ACCOUNTS = {
  student: { email: 'aluno@danceflix.test', password: 'danceflix-aluno' },
  teacher: { email: 'professor@danceflix.test', password: 'danceflix-professor' },
} as const;

export type Who = keyof typeof ACCOUNTS;

/** Pages of signed-in people about themselves. */
export class OwnPages {
  readonly profile: Locator;
  readonly password: Locator;
  readonly completeness: Locator;
  readonly approval: Locator;
  readonly bell: Locator;

  constructor(private readonly page: Page) {
    this.profile = page.getByRole('form', { name: 'Seus dados' });
    this.password = page.getByRole('form', { name: 'Senha' });
    this.completeness = page.getByRole('region', { name: 'Complete seu perfil' });
    this.approval = page.getByRole('region', { name: 'Situação do seu perfil' });
    this.bell = page.getByRole('banner').getByRole('link', { name: /^Notificações/ });
  }

  /** Begins signed in; ends on the person's home page. */
  async enter(who: Who): Promise<void> {
    await signedIn(this.page, ACCOUNTS[who]);
    await this.page.goto(`/${who}/home`);
    await expect(this.page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  }

  async openConfigurations(who: Who): Promise<void> {
    await this.page.goto(`/${who}/configurations`);
    await expect(this.password).toBeVisible();
  }

  /** Opens the page on which the person edits the profile. */
  async openProfile(who: Who): Promise<void> {
    await this.page.goto(who === 'teacher' ? '/teacher/profile' : '/student/profile-enhanced');
    await expect(this.profile).toBeVisible();
  }

  async save(): Promise<void> {
    await this.profile.getByRole('button', { name: /Salvar perfil|Tentar de novo/ }).click();
  }
}

/** The id of a demo account. */
export const idOf = (who: Who) =>
  `(select id from public.user_profiles where email = '${ACCOUNTS[who].email}')`;
