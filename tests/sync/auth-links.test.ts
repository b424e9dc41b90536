/**
 * Links of mails, from the embedded server's mailbox into the app: recovery, and confirmation of
 * the address.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { arrivedLink, arrivedRecovery, dropLink, dropRecovery, takeArrival } from '@/auth/entering/arrival';
import { redeemConfirmation, redeemRecovery } from '@/auth/entering/mail-link';
import { checkRecovery, updatePassword } from '@/auth/entering/recovery';
import { identityStore, presentIdentity } from '@/auth/identity';
import { stopKeepingFresh } from '@/auth/session/keeper';
import { register, requestReset, signIn, signOut } from '@/auth/session/session';
import { readSession } from '@/auth/session/stored-session';
import { settleStart } from '@/auth/settle';
import { env } from '@/lib/env';
import type { RunningServer } from '../../supabase/embedded/server';
import { linkTo, startTestServer, UNLIMITED, verifyLink } from '../support/backend';
import { goTo, newBrowser, webStorage } from './support/browser-globals';
import { rawStorage } from './support/phone';

let server: RunningServer;
const realFetch = globalThis.fetch;
const email = 'carla@danceflix.test';
const password = 'senha-secreta-1';
const input = {
  email,
  password,
  role: 'teacher' as const,
  name: 'Carla Nunes',
  cityId: null,
  whatsapp: null,
  selectedStyles: ['Forró'],
  termsAccepted: true,
};

beforeAll(async () => {
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    confirmations: true,
    siteUrl: 'http://localhost:4000',
    limits: UNLIMITED,
    migrationsDir: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)),
  });
  env.supabaseUrl = server.url;
  env.supabaseAnonKey = server.publishableKey;
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  newBrowser();
  dropRecovery();
  dropLink();
  identityStore.setState({ status: 'signed-out', identity: null, ended: null });
});

afterEach(() => {
  stopKeepingFresh();
  globalThis.fetch = realFetch;
});

const newestLink = (to: string) => linkTo({ ...server, embedded: server, stop: async () => undefined }, to);

/** Requests a recovery mail and waits for it: it is sent after the response. */
async function askForLink(to = email): Promise<void> {
  const before = server.mailbox.messages.length;
  expect(await requestReset(to)).toEqual({ kind: 'ok' });
  await vi.waitUntil(() => server.mailbox.messages.length > before);
}

/** The newest mail's link, as a path of the app. */
async function mailTo(to: string): Promise<string> {
  const { pathname, search } = new URL(await newestLink(to));
  return pathname + search;
}

/** Opens the link of Auth's default mails as a browser would; resolves to the redirect's target. */
async function openMail(to = email): Promise<string> {
  const link = await newestLink(to);
  const page = new URL(link).pathname.replace('/confirmar-email', '/login');
  const response = await realFetch(verifyLink(server, link, `http://localhost:4000${page}`), {
    redirect: 'manual',
  });
  const target = new URL(response.headers.get('location') ?? '');
  return target.pathname + target.search + target.hash;
}

/** Everything that the phone stores, in which no token may remain after a link was opened. */
async function keptPlaces(): Promise<string> {
  return [location.href, webStorage(), await rawStorage()].join('\n');
}

test('[T091] with confirmations on, the mail’s link completes the registration on the phone that began it', async () => {
  expect(await register(input)).toEqual({ kind: 'confirm-email' });
  expect(presentIdentity()).toBeNull();
  expect(await signIn({ email, password, role: 'teacher' })).toEqual({
    kind: 'unconfirmed',
    message: 'Email not confirmed',
  });
  goTo(await openMail());
  expect(location.hash).toContain('access_token');
  takeArrival();
  expect(location.href).toBe('http://localhost:4000/login');
  await settleStart();
  expect(presentIdentity()).toMatchObject({ email, role: 'teacher', name: 'Carla Nunes', state: 'active' });
  expect(readSession()?.userId).toBe(presentIdentity()?.userId);
  expect(await signOut()).toEqual({ kind: 'ok' });
});

test('a confirmation link that this phone does not wait for signs no one in', async () => {
  await register({ ...input, email: 'dora@danceflix.test' });
  const stranger = await openMail('dora@danceflix.test');
  newBrowser();
  goTo(stranger);
  takeArrival();
  await settleStart();
  expect(identityStore.getState()).toMatchObject({ status: 'signed-out', identity: null });
  expect(location.hash).toBe('');
  expect(webStorage()).toBe('');
  // The address is confirmed anyway, and the first sign-in completes the registration, on any
  // phone.
  expect(await signIn({ email: 'dora@danceflix.test', password, role: 'teacher' })).toMatchObject({
    kind: 'ok',
    identity: { state: 'active' },
  });
});

test('a recovery link on any page sets a password once, and does not sign in', async () => {
  await askForLink();
  const target = await openMail();
  goTo(target.replace('/reset-password', '/search'));
  const token = new URLSearchParams(location.hash.slice(1)).get('access_token') ?? '';
  expect(token).not.toBe('');
  takeArrival();
  expect(location.href).toBe('http://localhost:4000/reset-password');
  expect(presentIdentity()).toBeNull();
  expect(await keptPlaces()).not.toContain(token);
  expect(await checkRecovery()).toBe('valid');
  let told = 0;
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    if (String(url).includes('/logout')) told += 1;
    return realFetch(url, init);
  }) as typeof fetch;
  expect(await updatePassword('outra-senha-77')).toEqual({ kind: 'ok', othersOut: true });
  expect(told).toBe(1);
  expect(presentIdentity()).toBeNull();
  expect(webStorage()).toBe('');
  // The link is used up: a second time it is none.
  expect(arrivedRecovery()).toBeNull();
  expect(await updatePassword('outra-senha-88')).toEqual({ kind: 'invalid-link' });
  expect(await signIn({ email, password: 'outra-senha-77', role: 'teacher' })).toMatchObject({ kind: 'ok' });
  await signOut();
  // The same link is opened again from the mail.
  goTo(await openMail());
  takeArrival();
  expect(location.hash).toBe('');
  expect(await checkRecovery()).toBe('invalid');
});

test('a recovery link without network says so and can be tried again', async () => {
  await askForLink();
  goTo(await openMail());
  takeArrival();
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await checkRecovery()).toBe('network');
  expect(await updatePassword('outra-senha-99')).toEqual({ kind: 'network' });
  globalThis.fetch = realFetch;
  expect(await checkRecovery()).toBe('valid');
});

test('a forged token is an invalid link, and is never stored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  goTo('/search#access_token=geheim-1&refresh_token=geheim-2&type=recovery');
  takeArrival();
  expect(await checkRecovery()).toBe('invalid');
  expect(arrivedRecovery()).toBeNull();
  goTo('/search?style=Zouk#error=access_denied&error_code=otp_expired&error_description=x');
  takeArrival();
  expect(location.href).toBe('http://localhost:4000/search?style=Zouk');
  expect(warn).toHaveBeenCalledWith(expect.any(String), 'otp_expired');
  expect(JSON.stringify(warn.mock.calls)).not.toContain('geheim');
  expect(await keptPlaces()).not.toContain('geheim');
  warn.mockRestore();
});

test('the recovery link of a mail is redeemed by a click, once, and leaves no trace', async () => {
  const waiting = { ...input, email: 'eva@danceflix.test' };
  await register(waiting);
  goTo(await mailTo(waiting.email));
  takeArrival();
  expect(location.href).toBe('http://localhost:4000/confirmar-email');
  const tokenHash = arrivedLink('signup')?.tokenHash ?? '';
  expect(await keptPlaces()).not.toContain(tokenHash);
  // Two taps redeem the link once.
  const [first, second] = await Promise.all([redeemConfirmation(), redeemConfirmation()]);
  expect([first, second]).toEqual(['entering', 'entering']);
  await vi.waitUntil(() => presentIdentity() !== null);
  expect(presentIdentity()).toMatchObject({ email: waiting.email, state: 'active' });
  await signOut();

  await askForLink(waiting.email);
  const link = await mailTo(waiting.email);
  goTo(link);
  takeArrival();
  expect(location.href).toBe('http://localhost:4000/reset-password');
  expect(await checkRecovery()).toBe('invalid');
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await redeemRecovery()).toBe('network');
  globalThis.fetch = realFetch;
  expect(await redeemRecovery()).toBe('valid');
  expect(await checkRecovery()).toBe('valid');
  expect(presentIdentity()).toBeNull();
  expect(await updatePassword('outra-senha-55')).toEqual({ kind: 'ok', othersOut: true });
  goTo(link);
  takeArrival();
  expect(await redeemRecovery()).toBe('invalid');
  expect(webStorage()).toBe('');
});
