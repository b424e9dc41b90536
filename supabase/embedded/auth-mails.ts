import type { App } from '@supabase/lite';
import type { Mailbox } from './mailbox.ts';
import { requestContext } from './request-context.ts';

type LibraryMailer = NonNullable<App['_mailer']>;

/** Types of links in mails. */
export type LinkType = 'signup' | 'recovery' | 'email_change';

/**
 * The app's page for each link. The page redeems the token on a click, so that a mail scanner that follows links does
 * not. `supabase/templates` contain the same addresses for hosted Auth.
 */
const PAGES: Readonly<Record<LinkType, string>> = {
  signup: '/confirmar-email',
  recovery: '/reset-password',
  email_change: '/confirmar-email',
};

const TEXTS: Readonly<Record<LinkType, { subject: string; text: string }>> = {
  signup: {
    subject: 'Confirme seu cadastro no Danceflix',
    text: 'Para confirmar seu cadastro, abra este link e toque em “Confirmar e-mail”:',
  },
  recovery: {
    subject: 'Redefina sua senha do Danceflix',
    text: 'Para criar uma nova senha, abra este link e toque em “Continuar”:',
  },
  email_change: {
    subject: 'Confirme a troca do seu e-mail no Danceflix',
    text: 'Para confirmar a troca de e-mail, abra este link e toque em “Confirmar e-mail”. A troca só vale depois de confirmada nos dois endereços, o atual e o novo:',
  },
};

export interface AccountMails extends LibraryMailer {
  /** Tells the owner that the password was changed, and how to recover the account. */
  sendPasswordChanged(to: string): void;
}

/** The mails of Auth, in Portuguese, with links to pages of the app. `siteUrl`: the app's public address. */
export function accountMails(mailbox: Mailbox, siteUrl: string): AccountMails {
  // A computer has several host names; the link uses the one that the request came from, which that phone can reach.
  const origin = () => new URL(requestContext.getStore()?.redirectTo ?? siteUrl).origin;
  const sendLink = (to: string, type: LinkType, tokenHash: string) => {
    const { subject, text } = TEXTS[type];
    const query = new URLSearchParams({ token_hash: tokenHash, type });
    const link = `${origin()}${PAGES[type]}?${query}`;
    mailbox.deliver({ to, subject, text: `Olá!\n\n${text}\n\n${link}`, link });
  };
  return {
    sendConfirmation: async (to, tokenHash) => sendLink(to, 'signup', tokenHash),
    sendRecovery: async (to, tokenHash) => sendLink(to, 'recovery', tokenHash),
    // The product does not use magic links, but a direct call to Auth can request one.
    sendMagicLink: async (to) => {
      const link = `${origin()}/login`;
      const text = `Olá!\n\nAlguém pediu um link de acesso para ${to}. No Danceflix se entra com e-mail e senha:\n\n${link}`;
      mailbox.deliver({ to, subject: 'Como entrar no Danceflix', text, link });
    },
    sendEmailChange: async (to, tokenHash, _code, { tokenHashNew, newEmail } = {}) => {
      sendLink(to, 'email_change', tokenHash);
      // Changing the e-mail needs a link to both mailboxes; the library mails only one.
      if (tokenHashNew && newEmail) sendLink(newEmail, 'email_change', tokenHashNew);
    },
    sendReauthentication: async (to, code) => {
      const subject = 'Seu código do Danceflix';
      mailbox.deliver({ to, subject, text: `Olá!\n\nSeu código: ${code}`, link: null });
    },
    sendPasswordChanged: (to) => {
      const link = `${origin()}/forgot-password`;
      const text = `Olá!\n\nA senha da sua conta no Danceflix acabou de ser alterada, e saímos da conta nos outros aparelhos.\n\nSe foi você, está tudo certo. Se não foi, recupere a conta agora por este link:\n\n${link}`;
      mailbox.deliver({ to, subject: 'Sua senha do Danceflix foi alterada', text, link });
    },
  };
}
