/** The mails that hosted Auth sends: their links lead to the same pages as the local server's, with what is redeemed there. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '@/app/routes';
import { parseArrival } from '@/auth/arrival';
import { accountMails } from '../../supabase/embedded/auth-mails';
import { Mailbox } from '../../supabase/embedded/mailbox';

const SITE = 'https://danceflix.example';
const config = readFileSync('supabase/config.toml', 'utf8');

/** Of a section of config.toml. */
function setting(section: string, key: string): string {
  const [, body = ''] = config.split(`[${section}]\n`);
  return new RegExp(`^${key} = "?([^"\n]*)"?$`, 'm').exec(body.split('\n[')[0] ?? '')?.[1] ?? '';
}

const linkIn = (html: string) =>
  (/href="([^"]+)"/.exec(html)?.[1] ?? '')
    .replace('{{ .SiteURL }}', SITE)
    .replace('{{ .TokenHash }}', 'ficha')
    .replaceAll('&amp;', '&');

async function localMails() {
  const mailbox = new Mailbox();
  const mails = accountMails(mailbox, SITE);
  await mails.sendConfirmation('a@x.test', 'ficha', '123456');
  await mails.sendRecovery('a@x.test', 'ficha', '123456');
  await mails.sendEmailChange('a@x.test', 'ficha', '123456');
  mails.sendPasswordChanged('a@x.test');
  return mailbox.messages;
}

describe('a mail of hosted Auth', () => {
  it.each([
    [0, 'auth.email.template.confirmation', './supabase/templates/confirmation.html'],
    [1, 'auth.email.template.recovery', './supabase/templates/recovery.html'],
    [2, 'auth.email.template.email_change', './supabase/templates/email_change.html'],
    [3, 'auth.email.notification.password_changed', './templates/password_changed.html'],
  ])('%i (%s) has the subject and the link of the local one', async (at, section, path) => {
    const local = (await localMails())[at];
    expect(setting(section, 'content_path')).toBe(path);
    expect(setting(section, 'subject')).toBe(local?.subject);
    const html = readFileSync(`supabase/templates/${path.split('/').at(-1)}`, 'utf8');
    expect(linkIn(html)).toBe(local?.link);
    const { pathname, search } = new URL(linkIn(html));
    expect(ROUTES.some((route) => route.path === pathname)).toBe(true);
    if (search) expect(parseArrival(search)).toMatchObject({ kind: 'link', link: { tokenHash: 'ficha' } });
  });

  it('is asked for with what protects an account', () => {
    expect(setting('auth.email', 'double_confirm_changes')).toBe('true');
    expect(setting('auth.email', 'secure_password_change')).toBe('true');
    expect(setting('auth.email.notification.password_changed', 'enabled')).toBe('true');
  });
});
