/** Accounts against the real embedded server with the real migrations. */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeArrival } from '@/auth/entering/arrival';
import { redeemRecovery } from '@/auth/entering/mail-link';
import { changePassword, updatePassword } from '@/auth/entering/recovery';
import { identityStore, presentIdentity } from '@/auth/identity';
import { forgetGone, readGone } from '@/auth/leaving/gone';
import { forgetPerson } from '@/auth/leaving/release';
import type { RegisterInput } from '@/auth/outcomes';
import { acceptTerms, deleteAccount } from '@/auth/own-account';
import { stopKeepingFresh } from '@/auth/session/keeper';
import { accessFor } from '@/auth/session/refresh';
import { register, requestReset, resumeRegistration, signIn, signOut } from '@/auth/session/session';
import { readSession, writeSession } from '@/auth/session/stored-session';
import { callAs } from '@/auth/session/user-rest';
import { removeFile, storeFiles } from '@/features/account/own/picture-files';
import { env } from '@/lib/env';
import { filesOf } from '@/lib/picture-sizes';
import { readMirror } from '@/lib/token-mirror';
import type { RunningServer } from '../../supabase/embedded/server';
import { startTestServer, UNLIMITED } from '../support/backend';
import { goTo, newBrowser, webStorage } from './support/browser-globals';
import { rawStorage } from './support/phone';

let server: RunningServer;
let count = 0;
const realFetch = globalThis.fetch;
const PASSWORD = 'senha-secreta-1';
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const input = (fields: Partial<RegisterInput> = {}): RegisterInput => {
  count += 1;
  return {
    email: `pessoa-${count}@danceflix.test`,
    password: PASSWORD,
    role: 'student',
    name: 'Aline Moura',
    cityId: null,
    whatsapp: '+5511900000001',
    selectedStyles: [],
    termsAccepted: true,
    ...fields,
  };
};

/** Passes requests on, except those that `answer` answers itself. */
function intercept(
  answer: (url: string, init?: RequestInit) => Response | Promise<Response> | null,
): string[] {
  const seen: string[] = [];
  globalThis.fetch = (async (request: RequestInfo | URL, init?: RequestInit) => {
    const url = String(request);
    seen.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`);
    return (await answer(url, init)) ?? realFetch(request, init);
  }) as typeof fetch;
  return seen;
}

beforeAll(async () => {
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
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
  identityStore.setState({ status: 'signed-out', identity: null, ended: null });
});

afterEach(() => {
  stopKeepingFresh();
  globalThis.fetch = realFetch;
});

describe('registering', () => {
  test('makes a student who is signed in, and forgets the draft', async () => {
    localStorage.setItem('danceflix_registration_draft', '{}');
    const someone = input();
    const outcome = await register(someone);
    expect(outcome).toMatchObject({
      kind: 'ok',
      identity: {
        email: someone.email,
        role: 'student',
        name: 'Aline Moura',
        state: 'active',
        termsDue: null,
      },
    });
    expect(presentIdentity()).toMatchObject({ email: someone.email });
    expect((await readMirror())?.sub).toBe(presentIdentity()?.userId);
    expect(webStorage()).not.toContain('registration_draft');
    expect(webStorage()).not.toContain(PASSWORD);
  });

  test('makes a teacher who is not active', async () => {
    const outcome = await register(input({ role: 'teacher', selectedStyles: ['Forró'] }));
    expect(outcome).toMatchObject({ kind: 'ok', identity: { role: 'teacher' } });
    const page = (await callAs(presentIdentity()?.userId ?? '', 'pull_profile', {})) as { rows: object[] };
    expect(page.rows).toMatchObject([{ is_active: false, whatsapp: '+5511900000001' }]);
  });

  test('with a taken address is refused, whoever owns it', async () => {
    const someone = input();
    await register(someone);
    await signOut();
    expect(await register({ ...someone, password: 'outra-senha-9' })).toEqual({ kind: 'email-taken' });
    expect(await register(someone)).toEqual({ kind: 'email-taken' });
    expect(presentIdentity()).toBeNull();
  });

  test('without terms or fields asks for them before anything is sent', async () => {
    const seen = intercept(() => null);
    expect(await register(input({ termsAccepted: false }))).toEqual({ kind: 'terms' });
    expect(await register(input({ email: ' ' }))).toEqual({ kind: 'fields' });
    expect(seen).toEqual([]);
  });

  test.each([
    ['profile_failed', 'profile-failed'],
    ['student_failed', 'student-failed'],
    ['teacher_failed', 'teacher-failed'],
    ['fields_missing', 'fields'],
    ['role_not_allowed', 'unknown'],
  ])('whose step the server reports as %s leaves no account', async (hint, kind) => {
    const someone = input();
    intercept((url) =>
      url.includes('complete_registration')
        ? Response.json({ code: 'P0001', message: 'no', hint, details: '' }, { status: 400 })
        : null,
    );
    expect(await register(someone)).toEqual({ kind });
    expect(presentIdentity()).toBeNull();
    globalThis.fetch = realFetch;
    // The address is free again.
    expect(await register(someone)).toMatchObject({ kind: 'ok' });
  });

  test('cut off keeps the account, and the next sign-in completes it', async () => {
    const someone = input();
    const seen = intercept((url) =>
      url.includes('complete_registration') ? Promise.reject(new TypeError('Failed to fetch')) : null,
    );
    expect(await register(someone)).toEqual({ kind: 'network' });
    expect(seen.filter((path) => path.includes('abort_registration'))).toEqual([]);
    expect(presentIdentity()).toBeNull();
    globalThis.fetch = realFetch;
    const outcome = await signIn({ email: someone.email, password: PASSWORD, role: 'student' });
    expect(outcome).toMatchObject({ kind: 'ok', identity: { state: 'active', name: 'Aline Moura' } });
    const page = (await callAs(presentIdentity()?.userId ?? '', 'pull_profile', {})) as { rows: object[] };
    expect(page.rows).toMatchObject([{ whatsapp: '+5511900000001' }]);
  });

  test('cut off and sent again continues instead of reporting the address as taken', async () => {
    const someone = input();
    intercept((url) =>
      url.includes('complete_registration') ? new Response('<html>', { status: 200 }) : null,
    );
    expect(await register(someone)).toEqual({ kind: 'network' });
    globalThis.fetch = realFetch;
    expect(await register(someone)).toMatchObject({ kind: 'ok' });
  });

  test('with only an auth user asks for the rest', async () => {
    const { email, password } = input();
    await realFetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { role: 'student', name: 'Rui Sá' } }),
    });
    expect(await signIn({ email, password, role: 'student' })).toMatchObject({
      kind: 'registering',
      identity: { state: 'registering', role: 'student' },
      known: { role: 'student', name: 'Rui Sá', cityId: null },
    });
    const { email: _, password: __, ...rest } = input({ name: 'Rui Sá' });
    expect(await resumeRegistration(rest)).toMatchObject({ kind: 'ok', identity: { state: 'active' } });
    expect(presentIdentity()?.state).toBe('active');
  });
});

describe('signing in', () => {
  let someone: RegisterInput;
  beforeAll(async () => {
    newBrowser();
    someone = input({ name: 'Davi Leal' });
    await register(someone);
    await signOut();
  });

  test('needs the right password', async () => {
    expect(await signIn({ ...someone, password: 'errada-123' })).toMatchObject({ kind: 'invalid' });
    expect(
      await signIn({ email: 'ninguem@danceflix.test', password: PASSWORD, role: 'student' }),
    ).toMatchObject({
      kind: 'invalid',
    });
    expect(readSession()).toBeNull();
  });

  test('through the other role’s tab stores nothing', async () => {
    expect(await signIn({ ...someone, role: 'teacher' })).toEqual({
      kind: 'role-mismatch',
      actual: 'student',
      chosen: 'teacher',
    });
    expect(presentIdentity()).toBeNull();
    expect(webStorage()).toBe('');
    expect(await readMirror()).toBeNull();
  });

  test.each([
    ['a fault', () => Response.json({ message: 'x' }, { status: 500 })],
    ['a portal', () => new Response('<html>', { status: 200 })],
    ['another person’s answer', () => Response.json({ user_id: 'x', state: 'active', profile: {} })],
  ])('whose profile request meets %s stores nothing', async (_, answer) => {
    intercept((url) => (url.includes('my_account_state') ? answer() : null));
    expect(await signIn(someone)).toEqual({ kind: 'profile-failed' });
    expect(webStorage()).toBe('');
  });

  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
    ['a portal', () => Promise.resolve(new Response('<html>', { status: 403 })), 'network'],
    [
      'a limit',
      () => Promise.resolve(Response.json({ code: 'over_request_rate_limit' }, { status: 429 })),
      'rate-limited',
    ],
  ] as const)('says what it met: %s', async (_, answer, kind) => {
    intercept((url) => (url.includes('/auth/v1/token') ? answer() : null));
    expect(await signIn(someone)).toMatchObject({ kind });
  });

  test('asks again for terms of a newer version, once', async () => {
    await server.database.exec(
      `insert into public.terms_and_policies (type, version, active, title) values ('terms', 8, true, 'Novos termos')`,
    );
    const outcome = await signIn(someone);
    expect(outcome).toMatchObject({ kind: 'ok', identity: { termsDue: { version: 8 } } });
    expect(await acceptTerms(presentIdentity()?.termsDue?.id ?? '')).toEqual({ kind: 'ok' });
    expect(presentIdentity()?.termsDue).toBeNull();
    await signOut();
    expect(await signIn(someone)).toMatchObject({ identity: { termsDue: null } });
    await server.database.exec(`update public.terms_and_policies set active = false where version = 8`);
  });

  test('as another person removes the first one’s data', async () => {
    await signIn(someone);
    const other = input({ name: 'Bia Prado' });
    expect(await register(other)).toMatchObject({ kind: 'ok' });
    expect(webStorage()).not.toContain('Davi');
    expect(webStorage()).not.toContain(someone.email);
    expect(await rawStorage()).not.toContain(someone.email);
  });
});

describe('a session', () => {
  test('is refreshed when it expired, and the refused token is not used again', async () => {
    await register(input());
    const session = readSession();
    if (!session) throw new Error('no session');
    writeSession({ ...session, expiresAt: Date.now() - 1 });
    const access = await accessFor(session.userId);
    expect(access.kind).toBe('ok');
    expect(readSession()?.refreshToken).not.toBe(session.refreshToken);
    expect((await readMirror())?.accessToken).toBe(readSession()?.accessToken);
    expect(await callAs(session.userId, 'my_account_state', {})).toMatchObject({ state: 'active' });
  });

  test('that the server ended signs out and deletes its data', async () => {
    await register(input());
    const session = readSession();
    if (!session) throw new Error('no session');
    await server.database.query('delete from auth.sessions where user_id = $1', [session.userId]);
    await server.database.query('delete from auth.refresh_tokens where user_id = $1', [session.userId]);
    writeSession({ ...session, expiresAt: Date.now() - 1 });
    expect(await accessFor(session.userId)).toEqual({ kind: 'signed-out' });
    expect(identityStore.getState()).toMatchObject({
      status: 'signed-out',
      identity: null,
      ended: 'revoked',
    });
    expect(webStorage()).toBe('');
    expect(await readMirror()).toBeNull();
  });

  test('whose account was removed elsewhere says so, as long as the last token is valid', async () => {
    await register(input());
    const session = readSession();
    if (!session) throw new Error('no session');
    const { accessToken, userId } = session;
    await server.database.query('delete from auth.users where id = $1', [userId]);
    writeSession({ ...session, accessToken, expiresAt: Date.now() - 1 });
    expect(await accessFor(userId)).toEqual({ kind: 'signed-out' });
    expect(identityStore.getState()).toMatchObject({ identity: null, ended: 'removed' });
    expect(readGone()).toBe(userId);
    forgetGone();
  });

  test('of a signed-out person is useless on the server too', async () => {
    await register(input());
    const session = readSession();
    if (!session) throw new Error('no session');
    const told: Promise<Response>[] = [];
    intercept((url, init) => {
      if (!url.includes('/logout')) return null;
      const answer = realFetch(url, init);
      told.push(answer);
      return answer.then((response) => response.clone());
    });
    expect(await signOut()).toEqual({ kind: 'ok' });
    expect((await Promise.all(told)).map(({ status }) => status)).toEqual([204]);
    const refused = await realFetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refreshToken }),
    });
    expect(refused.status).toBe(400);
  });
});

describe('the account', () => {
  test('changes its password only with the current one', async () => {
    const someone = input();
    await register(someone);
    expect(await changePassword('errada-123', 'nova-senha-22')).toEqual({ kind: 'wrong-password' });
    expect(await changePassword(PASSWORD, 'nova-senha-22')).toEqual({ kind: 'ok', othersOut: true });
    // A session that is weeks old works too: the current password creates a new session, which
    // replaces it.
    const before = readSession();
    await server.database.query(
      `update auth.sessions set created_at = now() - interval '30 days' where user_id = $1`,
      [before?.userId],
    );
    expect(await changePassword('nova-senha-22', 'nova-senha-23')).toEqual({ kind: 'ok', othersOut: true });
    expect(readSession()?.refreshToken).not.toBe(before?.refreshToken);
    // This phone's own session continues.
    const { userId = '', accessToken } = readSession() ?? {};
    expect(await accessFor(userId, accessToken)).toMatchObject({ kind: 'ok' });
    await signOut();
    expect(await signIn(someone)).toMatchObject({ kind: 'invalid' });
    expect(await signIn({ ...someone, password: 'nova-senha-23' })).toMatchObject({ kind: 'ok' });
  });

  test('is suspended: the phone is signed out, unsent writes stay, and signing in says why', async () => {
    const someone = input();
    await register(someone);
    const { userId = '', accessToken } = readSession() ?? {};
    localStorage.setItem(`danceflix_private_draft_note_${userId}_x`, 'meio escrito');
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [userId],
    );
    await expect(
      callAs(userId, 'update_profile', { command_id: crypto.randomUUID(), changes: { name: 'Outro Nome' } }),
    ).rejects.toMatchObject({ status: 403, hint: 'account_banned' });
    expect(await accessFor(userId, accessToken)).toEqual({ kind: 'signed-out' });
    expect(identityStore.getState()).toMatchObject({ identity: null, ended: 'revoked' });
    expect(await signIn(someone)).toEqual({ kind: 'banned' });
    expect(webStorage()).toContain('meio escrito');
    await server.database.query('update auth.users set banned_until = null where id = $1', [userId]);
    expect(await signIn(someone)).toMatchObject({ kind: 'ok' });
    expect(localStorage.getItem(`danceflix_private_draft_note_${userId}_x`)).toBe('meio escrito');
    await signOut();
  });

  test('is not deleted with a password that was just changed, until a recovery link has set one', async () => {
    const someone = input();
    await register(someone);
    expect(await changePassword(PASSWORD, 'nova-senha-24')).toMatchObject({ kind: 'ok' });
    expect(await deleteAccount('EXCLUIR', 'nova-senha-24')).toEqual({
      kind: 'failed',
      message: 'password_changed_lately',
    });
    await requestReset(someone.email);
    const link = await vi.waitUntil(() =>
      server.mailbox.messages.findLast(({ to, link }) => to === someone.email && link?.includes('recovery')),
    );
    goTo(`/reset-password${new URL(link.link ?? '').search}`);
    takeArrival();
    expect(await redeemRecovery()).toBe('valid');
    expect(await updatePassword('nova-senha-25')).toMatchObject({ kind: 'ok' });
    expect(await signIn({ ...someone, password: 'nova-senha-25' })).toMatchObject({ kind: 'ok' });
    expect(await deleteAccount('EXCLUIR', 'nova-senha-25')).toEqual({ kind: 'ok' });
  });

  test('of an administrator needs a password of eight characters, others’ one of six', async () => {
    const someone = input();
    await register(someone);
    expect(await changePassword(PASSWORD, 'seis-6')).toMatchObject({ kind: 'ok' });
    const userId = presentIdentity()?.userId;
    await server.database.query(`update public.user_profiles set role = 'admin' where id = $1`, [userId]);
    // This phone does not know yet: the server tells it.
    expect(await changePassword('seis-6', 'sete-77')).toEqual({ kind: 'weak-password', least: 8 });
    await signOut();
    expect(await signIn({ ...someone, password: 'seis-6', role: 'admin' })).toMatchObject({ kind: 'ok' });
    expect(await changePassword('seis-6', 'sete-77')).toEqual({ kind: 'weak-password', least: 8 });
    expect(await changePassword('seis-6', 'oito-888')).toMatchObject({ kind: 'ok' });
    await signOut();
  });

  test('has room for a picture whatever earlier uploads have left behind, and keeps the present one', async () => {
    await register(input());
    const userId = presentIdentity()?.userId ?? '';
    const picture = new Blob([PICTURE], { type: 'image/png' });
    const sizes = { thumbnail: picture, card: picture, page: picture };
    const present = await storeFiles(userId, sizes, null);
    if (!('imageUrl' in present)) throw new Error(`${present.status}`);
    for (let left = 1; left < 13; left += 1) await storeFiles(userId, sizes, present.imageUrl);
    const files = () =>
      server.database.query<{ name: string }>(
        `select name from storage.objects where bucket_id = 'profile-images' and starts_with(name, $1)`,
        [userId],
      );
    expect(await files()).toHaveLength(39);
    // One of the next picture's three files still fits in a folder of forty: it stays, and the others get room.
    const next = await storeFiles(userId, sizes, present.imageUrl);
    if (!('imageUrl' in next)) throw new Error(`${next.status}`);
    const kept = (await files()).map(({ name }) => `/storage/v1/object/public/profile-images/${name}`);
    expect(kept.sort()).toEqual([...filesOf(present.imageUrl), ...filesOf(next.imageUrl)].sort());
    removeFile(userId, present.imageUrl);
    await expect.poll(async () => (await files()).length).toBe(3);
  });

  test('is deleted with confirmation word and password only, and then everywhere', async () => {
    const someone = input();
    await register(someone);
    const userId = presentIdentity()?.userId ?? '';
    expect(await deleteAccount('sim', PASSWORD)).toEqual({ kind: 'failed', message: 'confirmation_missing' });
    expect(await deleteAccount('EXCLUIR', 'errada-123')).toEqual({ kind: 'wrong-password' });
    // The server does not accept a token that is as old as one on an unattended phone may be.
    await server.database.query(
      `update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1`,
      [userId],
    );
    await expect(callAs(userId, 'delete_my_account', { confirm: 'EXCLUIR' })).rejects.toMatchObject({
      hint: 'sign_in_again',
    });
    expect(presentIdentity()?.userId).toBe(userId);
    expect(await deleteAccount('EXCLUIR', PASSWORD)).toEqual({ kind: 'ok' });
    expect(presentIdentity()).toBeNull();
    expect(webStorage()).toBe('');
    expect(await signIn(someone)).toMatchObject({ kind: 'invalid' });
  });

  test('that does not exist gets the same answer to a forgotten password', async () => {
    const someone = input();
    await register(someone);
    await forgetPerson(presentIdentity()?.userId ?? '');
    expect(await requestReset(someone.email)).toEqual({ kind: 'ok' });
    expect(await requestReset('ninguem@danceflix.test')).toEqual({ kind: 'ok' });
  });
});
