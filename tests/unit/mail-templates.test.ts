/**
 * The mails of hosted Auth: their links lead to the same pages as the local server's, with the same
 * tokens.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '@/app/routes';
import { parseArrival } from '@/auth/entering/arrival';
import { accountMails } from '../../supabase/embedded/auth-mails';
import { Mailbox } from '../../supabase/embedded/mailbox';

const SITE = 'https://danceflix.example';
const config = readFileSync('supabase/config.toml', 'utf8');

/** The value of a key in a section of config.toml. */
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
  await mails.sendMagicLink('a@x.test', 'ficha', '123456');
  return mailbox.messages;
}

describe('a mail of hosted Auth', () => {
  it.each([
    [0, 'auth.email.template.confirmation', './supabase/templates/confirmation.html'],
    [1, 'auth.email.template.recovery', './supabase/templates/recovery.html'],
    [2, 'auth.email.template.email_change', './supabase/templates/email_change.html'],
    [3, 'auth.email.notification.password_changed', './templates/password_changed.html'],
    [4, 'auth.email.template.magic_link', './supabase/templates/magic_link.html'],
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

  // https://github.com/supabase/auth/blob/bc32168e/internal/conf/configuration.go (EmailContentConfiguration)
  it.each(['invite', 'confirmation', 'recovery', 'email_change', 'magic_link', 'reauthentication'])(
    '%s is ours',
    (name) => {
      expect(setting(`auth.email.template.${name}`, 'content_path')).toBe(
        `./supabase/templates/${name}.html`,
      );
      expect(setting(`auth.email.template.${name}`, 'subject')).not.toBe('');
    },
  );

  it.each([
    ['password_changed', 'true'],
    ['email_changed', 'true'],
    ...['phone_changed', 'identity_linked', 'identity_unlinked'].map((name) => [name, 'false']),
    ...['mfa_factor_enrolled', 'mfa_factor_unenrolled'].map((name) => [name, 'false']),
  ])('the notification %s is ours or switched off: %s', (name, enabled) => {
    const section = `auth.email.notification.${name}`;
    expect(setting(section, 'enabled')).toBe(enabled);
    const path = setting(section, 'content_path');
    expect(path).toBe(enabled === 'true' ? `./templates/${name}.html` : '');
  });

  it.each(readdirSync('supabase/templates'))(
    '%s looks like the product and names only its own pages',
    (file) => {
      const html = readFileSync(`supabase/templates/${file}`, 'utf8');
      expect(html).toContain('<html lang="pt-BR">');
      expect(html).toContain('>Danceflix</td>');
      // Auth's own link is redeemed by GET, which mail scanners send.
      expect(html).not.toContain('ConfirmationURL');
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
        expect(href).toMatch(/^\{\{ \.SiteURL \}\}\//);
        const { pathname } = new URL(href.replace('{{ .SiteURL }}', SITE));
        expect(ROUTES.some((route) => route.path === pathname)).toBe(true);
      }
    },
  );

  it('carries a token only where a press redeems it, and a code only to be typed', () => {
    const holding = (what: string) =>
      readdirSync('supabase/templates').filter((file) =>
        readFileSync(`supabase/templates/${file}`, 'utf8').includes(what),
      );
    expect(holding('{{ .TokenHash }}')).toEqual(['confirmation.html', 'email_change.html', 'recovery.html']);
    expect(holding('{{ .Token }}')).toEqual(['reauthentication.html']);
  });

  it('is requested with the settings that protect an account', () => {
    expect(setting('auth.email', 'double_confirm_changes')).toBe('true');
    expect(setting('auth.email', 'secure_password_change')).toBe('true');
    expect(setting('auth.email.notification.password_changed', 'enabled')).toBe('true');
  });
});
