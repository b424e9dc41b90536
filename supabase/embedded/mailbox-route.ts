import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { contentSecurityPolicy, DATA_HEADERS, SECURITY_HEADERS } from '../hosting/headers.ts';
import { addressOf } from './api.ts';
import { type Mailbox, mailboxPage } from './mailbox.ts';

const PATH = '/_mailbox';
const COOKIE = 'danceflix-mailbox';
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' };
/** Headers of tunnels and proxies: their connection comes from this computer, but their client does not. */
const FORWARDED = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
  ...['cf-connecting-ip', 'true-client-ip'],
];

/**
 * Shows the captured mails. A recovery mail gives access to its account, so the page needs a connection from this
 * computer and the token that the server printed at its start.
 */
export function mailboxRoute(app: Hono, mails: Mailbox): void {
  app.get(PATH, (c) => {
    if (!isLocal(c)) return c.notFound();
    const token = c.req.query('token') ?? getCookie(c, COOKIE) ?? '';
    if (!mails.isToken(token)) {
      const text =
        'Abra a caixa de e-mails pelo endereço com "token" que o servidor mostrou no terminal ao iniciar.';
      return c.text(text, 403, { ...HEADERS, ...DATA_HEADERS });
    }
    if ((c.req.header('accept') ?? '').includes('application/json'))
      return c.json(mails.messages, 200, HEADERS);
    setCookie(c, COOKIE, token, { path: PATH, httpOnly: true, sameSite: 'Strict' });
    return c.html(mailboxPage(mails.messages), 200, {
      ...HEADERS,
      'content-security-policy': contentSecurityPolicy([], []),
    });
  });
}

function isLocal(c: Context): boolean {
  const host = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  const isHere = isLoopbackHostname(host) || isLoopbackAddress(host);
  return (
    isHere && isLoopbackAddress(addressOf(c)) && FORWARDED.every((name) => c.req.header(name) === undefined)
  );
}
