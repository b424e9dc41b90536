/**
 * Proofs that Auth asks for before it opens, changes or answers anything: the same on both drivers
 * and in GoTrue.
 */
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  admin,
  type Backend,
  client,
  linkTo,
  mainTargets,
  newPerson,
  type Person,
  verifyLink,
} from '../support/backend.ts';

describe.each(mainTargets())('Auth on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start();
  });
  afterAll(() => backend?.stop());

  const sql = <T = Record<string, unknown>>(text: string, ...params: unknown[]): Promise<T[]> => {
    if (!backend.embedded) throw new Error('no embedded backend');
    return backend.embedded.database.query<T>(text, params);
  };
  const ask = (path: string, body: object, token?: string, method = 'POST') =>
    fetch(`${backend.url}/auth/v1${path}`, {
      method,
      headers: {
        apikey: backend.publishableKey,
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const said = async (answer: Response) => [answer.status, (await answer.json()).error_code];
  const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
    client(backend).auth.signInWithPassword({ email, password });
  const tokenOf = async (person: Person) => {
    const { data } = await person.client.auth.getSession();
    if (!data.session) throw new Error('signed out');
    return { access: data.session.access_token, refresh: data.session.refresh_token };
  };
  const mailsTo = (to: string) => (backend.embedded?.mailbox.messages ?? []).filter((mail) => mail.to === to);

  describe('a suspended account', () => {
    it('cannot sign in, refresh, change or redeem anything', async () => {
      const person = await newPerson(backend);
      const { access, refresh } = await tokenOf(person);
      await client(backend).auth.resetPasswordForEmail(person.email);
      const link = await linkTo(backend, person.email);
      await admin(backend).auth.admin.updateUserById(person.id, { ban_duration: '24h' });
      const { email, password } = person;
      expect(await said(await ask('/token?grant_type=password', { email, password }))).toEqual([
        400,
        'user_banned',
      ]);
      expect(await said(await ask('/token?grant_type=refresh_token', { refresh_token: refresh }))).toEqual([
        400,
        'user_banned',
      ]);
      expect(await said(await ask('/user', { data: { a: 1 } }, access, 'PUT'))).toEqual([403, 'user_banned']);
      const token_hash = new URL(link).searchParams.get('token_hash');
      expect(await said(await ask('/verify', { token_hash, type: 'recovery' }))).toEqual([
        403,
        'user_banned',
      ]);
      const opened = await fetch(verifyLink(backend, link), { redirect: 'manual' });
      expect(opened.headers.get('location')).toContain('error_code=user_banned');
      // Without the password the answer does not tell whether the account exists.
      expect((await signIn({ email, password: 'errada-errada' })).error?.code).toBe('invalid_credentials');

      await admin(backend).auth.admin.updateUserById(person.id, { ban_duration: 'none' });
      expect((await signIn(person)).error).toBeNull();
    });
  });

  describe('a password', () => {
    const age = (person: Person) =>
      sql(
        `update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`,
        person.id,
      );

    it('changes in an older session only with the current one', async () => {
      const person = await newPerson(backend);
      await age(person);
      await person.client.auth.refreshSession();
      const { access } = await tokenOf(person);
      const change = async (more: object) =>
        said(await ask('/user', { password: 'nova-senha-2', ...more }, access, 'PUT'));
      expect(await change({})).toEqual([400, 'current_password_required']);
      expect(await change({ current_password: null })).toEqual([400, 'current_password_required']);
      expect(await change({ current_password: 'errada-errada' })).toEqual([400, 'current_password_invalid']);
      expect((await signIn(person)).error).toBeNull();
      expect(await change({ current_password: person.password })).toEqual([200, undefined]);
      expect((await signIn({ ...person, password: 'nova-senha-2' })).error).toBeNull();
      expect((await signIn(person)).error?.code).toBe('invalid_credentials');
    });

    it('changes for an hour in the session of a recovery link, without the lost one', async () => {
      const person = await newPerson(backend);
      await client(backend).auth.resetPasswordForEmail(person.email);
      const token_hash = new URL(await linkTo(backend, person.email)).searchParams.get('token_hash') ?? '';
      const own = client(backend);
      await own.auth.verifyOtp({ token_hash, type: 'recovery' });
      const changeAfter = async (minutes: number, password: string) => {
        await sql(
          `update auth.sessions set created_at = now() - $2::int * interval '1 minute' where user_id = $1`,
          person.id,
          minutes,
        );
        return (await own.auth.updateUser({ password })).error?.code;
      };
      expect(await changeAfter(61, 'recuperada-1')).toBe('current_password_required');
      expect(await changeAfter(59, 'recuperada-1')).toBeUndefined();
    });

    it('change ends the other sessions and pending links, and its owner gets a mail', async () => {
      const person = await newPerson(backend);
      const other = await signIn(person);
      await client(backend).auth.resetPasswordForEmail(person.email);
      const link = await linkTo(backend, person.email);
      expect((await person.client.auth.updateUser({ password: 'nova-senha-3' })).error).toBeNull();
      expect(
        (
          await client(backend).auth.refreshSession({
            refresh_token: other.data.session?.refresh_token ?? '',
          })
        ).error?.code,
      ).toBe('refresh_token_not_found');
      expect((await person.client.auth.refreshSession()).error).toBeNull();
      const [row] = await sql<{ n: number }>(
        'select count(*)::int as n from auth.sessions where user_id = $1',
        person.id,
      );
      expect(row?.n).toBe(1);
      const token_hash = new URL(link).searchParams.get('token_hash');
      expect(await said(await ask('/verify', { token_hash, type: 'recovery' }))).toEqual([
        403,
        'otp_expired',
      ]);
      const notice = mailsTo(person.email).at(-1);
      expect(notice?.subject).toBe('Sua senha do Danceflix foi alterada');
      expect(notice?.link).toBe(`${backend.url}/forgot-password`);
    });

    it('change that is refused leaves the password and all sessions as they were', async () => {
      const person = await newPerson(backend);
      const other = await signIn(person);
      const { access } = await tokenOf(person);
      for (const [password, code] of [
        ['', 'weak_password'],
        ['cinco', 'weak_password'],
        ['a'.repeat(73), 'validation_failed'],
        [person.password, 'same_password'],
      ])
        expect((await said(await ask('/user', { password }, access, 'PUT')))[1]).toBe(code);
      expect(mailsTo(person.email)).toEqual([]);
      expect(
        (
          await client(backend).auth.refreshSession({
            refresh_token: other.data.session?.refresh_token ?? '',
          })
        ).error,
      ).toBeNull();
    });
  });

  describe('an e-mail address', () => {
    const wish = async (person: Person) => {
      const wanted = `novo-${person.email}`;
      expect((await person.client.auth.updateUser({ email: wanted })).error).toBeNull();
      const links = { current: await linkTo(backend, person.email), wanted: await linkTo(backend, wanted) };
      return { wanted, links };
    };
    const emailOf = async ({ id }: Person) =>
      (await admin(backend).auth.admin.getUserById(id)).data.user?.email;
    const redeem = (link: string) =>
      ask('/verify', { token_hash: new URL(link).searchParams.get('token_hash'), type: 'email_change' });
    const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

    it.each([
      ['old', 'new'],
      ['new', 'old'],
    ])('changes after the %s and the %s mailbox confirmed, each link once', async (first) => {
      const person = await newPerson(backend);
      const { wanted, links } = await wish(person);
      const [one, two] = first === 'old' ? [links.current, links.wanted] : [links.wanted, links.current];
      const half = await redeem(one);
      expect([half.status, await half.json()]).toEqual([200, { code: '200', msg: HALF }]);
      expect(await said(await redeem(one))).toEqual([403, 'otp_expired']);
      expect(await emailOf(person)).toBe(person.email);
      const done = await redeem(two);
      expect([done.status, (await done.json()).user.email]).toEqual([200, wanted]);
      expect(await emailOf(person)).toBe(wanted);
      expect((await signIn({ ...person, email: wanted })).error).toBeNull();
    });

    it('changes by Auth’s own links too, which lead on with what became of them', async () => {
      const person = await newPerson(backend);
      const { wanted, links } = await wish(person);
      const open = async (link: string) => {
        const answer = await fetch(verifyLink(backend, link, `${backend.url}/confirmar-email`), {
          redirect: 'manual',
        });
        const target = new URL(answer.headers.get('location') ?? '');
        expect([answer.status, target.pathname]).toEqual([303, '/confirmar-email']);
        return new URLSearchParams(target.hash.slice(1));
      };
      expect((await open(links.current)).get('message')).toBe(HALF);
      expect((await open(links.current)).get('error_code')).toBe('otp_expired');
      expect((await open(links.wanted)).get('type')).toBe('email_change');
      expect(await emailOf(person)).toBe(wanted);
    });

    it('does not change with half of one request and half of another', async () => {
      const person = await newPerson(backend);
      const { links } = await wish(person);
      expect((await redeem(links.current)).status).toBe(200);
      // A second request is for another person's address: the word of the first link does not count
      // for it.
      const victim = `vitima-${person.email}`;
      await person.client.auth.updateUser({ email: victim });
      const second = await linkTo(backend, person.email);
      expect(await said(await redeem(links.wanted))).toEqual([403, 'otp_expired']);
      expect((await redeem(second)).status).toBe(200);
      expect(await said(await redeem(second))).toEqual([403, 'otp_expired']);
      expect(await emailOf(person)).toBe(person.email);
    });

    it('does not change by links that are older than an hour', async () => {
      const person = await newPerson(backend);
      const { links } = await wish(person);
      await sql(
        `update auth.users set email_change_sent_at = now() - interval '61 minutes' where id = $1`,
        person.id,
      );
      expect(await said(await redeem(links.current))).toEqual([403, 'otp_expired']);
    });
  });

  describe('an address', () => {
    it('that is unknown, unconfirmed or suspended takes as long as a known one: one password hash', async () => {
      const known = await newPerson(backend);
      const suspended = await newPerson(backend);
      await admin(backend).auth.admin.updateUserById(suspended.id, { ban_duration: '24h' });
      const unconfirmed = `espera-${known.email}`;
      await admin(backend).auth.admin.createUser({ email: unconfirmed, password: known.password });
      const compare = vi.spyOn(bcrypt, 'compare');
      const seen: unknown[] = [];
      for (const email of [known.email, `ninguem-${known.email}`, unconfirmed, suspended.email]) {
        compare.mockClear();
        const { error } = await signIn({ email, password: 'errada-errada' });
        const hashes = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
        seen.push([error?.status, error?.code, error?.message, hashes]);
      }
      compare.mockRestore();
      expect(seen).toEqual(seen.map(() => seen[0]));
      expect(seen[0]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
        [expect.any(Number)],
      ]);
    });

    it('gets its answer before a mail is made for it', async () => {
      if (!backend.embedded) throw new Error('no embedded backend');
      const { database } = backend.embedded;
      const person = await newPerson(backend);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const serialise = database.serialise;
      database.serialise = async (work) => {
        await held;
        return serialise(work);
      };
      const { error } = await client(backend).auth.resetPasswordForEmail(person.email);
      expect([error, mailsTo(person.email)]).toEqual([null, []]);
      database.serialise = serialise;
      release();
      await linkTo(backend, person.email);
    });
  });

  it('looking at a link does not use it up: neither HEAD, nor loading a page of ours', async () => {
    const person = await newPerson(backend);
    await client(backend).auth.resetPasswordForEmail(person.email);
    const link = await linkTo(backend, person.email);
    expect((await fetch(verifyLink(backend, link), { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
    const encoded = verifyLink(backend, link).replace('/verify', '/%76erify');
    expect((await fetch(encoded, { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
    for (const method of ['GET', 'HEAD']) await fetch(link, { method });
    const token_hash = new URL(link).searchParams.get('token_hash');
    expect((await ask('/verify', { token_hash, type: 'recovery' })).status).toBe(200);
  });
});

describe.each(mainTargets())('Signing up with confirmations on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({ confirmations: true });
  });
  afterAll(() => backend?.stop());

  it('does not tell whether an address is confirmed, and mails unconfirmed people again', async () => {
    const email = `duas-vezes-${Date.now()}@danceflix.test`;
    const signUp = (password: string) => client(backend).auth.signUp({ email, password });
    const database = backend.embedded?.database;
    const mails = () => (backend.embedded?.mailbox.messages ?? []).filter(({ to }) => to === email);
    const hash = vi.spyOn(bcrypt, 'hash');
    const first = await signUp('senha-secreta-1');
    const work = hash.mock.calls.length;
    expect([first.error, first.data.session, mails().length]).toEqual([null, null, 1]);
    // Within a minute there is no second mail; after it there is, and its link works.
    expect((await signUp('outra-senha-2')).error).toBeNull();
    expect(hash.mock.calls.length).toBe(2 * work);
    hash.mockRestore();
    await database?.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = $1`,
      [email],
    );
    expect((await client(backend).auth.resend({ type: 'signup', email })).error).toBeNull();
    await vi.waitUntil(() => mails().length > 1);
    expect(mails()).toHaveLength(2);
    const token_hash = new URL(mails()[1]?.link ?? '').searchParams.get('token_hash') ?? '';
    expect((await client(backend).auth.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull();
    // The first sign-up's password holds: the second sign-up was not confirmed by the owner of the
    // address.
    const signIn = (password: string) => client(backend).auth.signInWithPassword({ email, password });
    expect((await signIn('senha-secreta-1')).error).toBeNull();
    expect((await signIn('outra-senha-2')).error?.code).toBe('invalid_credentials');
    const taken = await signUp('senha-secreta-3');
    expect([taken.error, taken.data.session, taken.data.user?.identities]).toEqual([null, null, []]);
    expect(taken.data.user?.id).not.toBe(first.data.user?.id);
    expect(mails()).toHaveLength(2);
  });
});
