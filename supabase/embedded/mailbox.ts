import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import { escapeHtml } from '../hosting/html.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text, with the link in it. */
  text: string;
  /** Address of the link, or null for a mail with a code only. */
  link: string | null;
  /** ISO 8601. */
  sentAt: string;
}

const KEPT = 200;

/** Captures the mails that a hosted project would send; none is sent. Newest last. */
export class Mailbox implements EmailDriver {
  readonly messages: Mail[] = [];
  /** Printed at the start, so that only users of the server's terminal can read the mails. */
  readonly token = randomBytes(18).toString('base64url');

  constructor(private readonly onMail: (mail: Mail) => void = () => undefined) {}

  isToken(given: string): boolean {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(given), digest(this.token));
  }

  deliver(mail: Omit<Mail, 'sentAt'>): void {
    const sent = { ...mail, sentAt: new Date().toISOString() };
    this.messages.push(sent);
    if (this.messages.length > KEPT) this.messages.shift();
    this.onMail(sent);
  }

  /** Mails that the library composes itself. */
  async send({ to, subject, text = '' }: EmailMessage): Promise<void> {
    this.deliver({ to, subject, text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? null });
  }
}

export function mailboxPage(mails: readonly Mail[]): string {
  const items = mails
    .map((mail) => {
      const when = new Date(mail.sentAt).toLocaleString('pt-BR');
      const link = mail.link === null ? '' : `<p><a href="${escapeHtml(mail.link)}">Abrir o link</a></p>`;
      return `<article><h2>${escapeHtml(mail.subject)}</h2>
<p>Para <strong>${escapeHtml(mail.to)}</strong>, <time datetime="${mail.sentAt}">${escapeHtml(when)}</time></p>
<pre>${escapeHtml(mail.text)}</pre>${link}</article>`;
    })
    .reverse()
    .join('\n');
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Caixa de e-mails · Danceflix</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1.5rem; color: #2b1220; background: #fffaf6; }
  article { border: 1px solid #e3d3d8; border-radius: 12px; padding: 0 1.25rem 1rem; margin: 1rem 0; background: #fff; }
  h2 { font-size: 1.1rem; } pre { white-space: pre-wrap; overflow-wrap: anywhere; } a { color: #8a1046; }
</style></head>
<body><h1>Caixa de e-mails</h1>
<p>Os e-mails que o servidor local enviaria. Esta página só abre neste computador.</p>
${items || '<p>Nenhum e-mail ainda. Peça para redefinir uma senha e volte aqui.</p>'}
</body></html>`;
}
