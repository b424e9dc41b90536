import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  admin,
  type Backend,
  client,
  embeddedTargets,
  linkTo,
  newPerson,
  targets,
  verifyLink,
} from '../support/backend.ts';

describe.each(targets())('Auth on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start();
  });
  afterAll(() => backend?.stop());

  it('signs up with metadata, once per address', async () => {
    const metadata = { full_name: 'João "Zé" Conceição', nested: { list: [1, 'a'] } };
    const person = await newPerson(backend, metadata);
    const { data } = await person.client.auth.getUser();
    expect(data.user).toMatchObject({ id: person.id, email: person.email, role: 'authenticated' });
    expect(data.user?.user_metadata).toMatchObject(metadata);
    const again = await client(backend).auth.signUp({ email: person.email, password: 'outra-senha-1' });
    expect([again.error?.status, again.error?.code]).toEqual([422, 'user_already_exists']);
    const weak = await client(backend).auth.signUp({ email: `fraca-${person.email}`, password: '123' });
    expect([weak.error?.status, weak.error?.code]).toEqual([422, 'weak_password']);
  });

  it.each([
    ['a number for an address', '/signup', { email: 12, password: 'senha-secreta-1' }],
    ['a list for metadata', '/signup', { email: 'a@danceflix.test', password: 'senha-secreta-1', data: [1] }],
    ['an object for a token', '/token?grant_type=refresh_token', { refresh_token: {} }],
    ['nothing', '/recover', null],
    ['a list', '/resend', []],
  ])('refuses %s as the client’s fault', async (_what, path, body) => {
    const answer = await fetch(`${backend.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'bad_json' });
  });

  it.each(['password', 'email', 'data', 'phone', 'nonce'])(
    'keeps a person’s data where %s is null',
    async (field) => {
      const person = await newPerson(backend, { full_name: 'Ana Lima' });
      const { data } = await person.client.auth.getSession();
      const answer = await fetch(`${backend.url}/auth/v1/user`, {
        method: 'PUT',
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ [field]: null }),
      });
      expect(answer.status).toBe(200);
      const { id, email, user_metadata } = await answer.json();
      expect([id, email, user_metadata.full_name]).toEqual([person.id, person.email, 'Ana Lima']);
      const signedIn = await client(backend).auth.signInWithPassword(person);
      expect(signedIn.error).toBeNull();
    },
  );

  it('refuses to sign up an address that cannot receive mail', async () => {
    for (const email of [
      '<b>@danceflix.test',
      'a\u0001@danceflix.test',
      'a@b.\u007f',
      `${'a'.repeat(250)}@b.test`,
    ]) {
      const { error } = await client(backend).auth.signUp({ email, password: 'senha-secreta-1' });
      expect([email, error?.status, error?.code]).toEqual([email, 400, 'validation_failed']);
      const made = await admin(backend).auth.admin.createUser({ email });
      expect([made.error?.message, made.error?.code]).toEqual([error?.message, 'validation_failed']);
    }
    const long = await client(backend).auth.signUp({
      email: `${'a'.repeat(250)}@b.test`,
      password: 'senha-secreta-1',
    });
    expect(long.error?.message).toBe('An email address is too long');
    const verified = await client(backend).auth.verifyOtp({
      email: '<b>@danceflix.test',
      token: '123456',
      type: 'email',
    });
    expect([verified.error?.status, verified.error?.code]).toEqual([422, 'validation_failed']);
  });

  it('accepts an address without a dot in its host, such as a company’s own', async () => {
    const email = `o'neil+${Date.now()}@intranet`;
    const { data, error } = await admin(backend).auth.admin.createUser({ email });
    expect([error, data.user?.email]).toEqual([null, email]);
    await admin(backend).auth.admin.deleteUser(data.user?.id ?? '');
  });

  it('[T054] signs in with the right password only, whatever the case of the address', async () => {
    const person = await newPerson(backend);
    const signIn = (email: string, password: string) =>
      client(backend).auth.signInWithPassword({ email, password });
    expect((await signIn(person.email.toUpperCase(), person.password)).data.user?.id).toBe(person.id);
    for (const [email, password] of [
      [person.email, 'errada-errada'],
      [`ninguem-${person.email}`, person.password],
    ] as const) {
      const { error } = await signIn(email, password);
      expect([error?.status, error?.code, error?.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ]);
    }
  });

  it('refreshes a session, and ends it when signed out', async () => {
    const person = await newPerson(backend);
    const before = (await person.client.auth.getSession()).data.session;
    const { data, error } = await person.client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect((await person.client.rpc('whoami')).data).toMatchObject({ uid: person.id });
    expect((await person.client.auth.signOut()).error).toBeNull();
    const after = await client(backend).auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    });
    expect(after.error?.code).toBe('refresh_token_not_found');
  });

  it('changes metadata and password of the person signed in', async () => {
    const person = await newPerson(backend, { city: 'Belém' });
    const { data } = await person.client.auth.updateUser({ data: { style: 'Forró' } });
    expect(data.user?.user_metadata).toMatchObject({ city: 'Belém', style: 'Forró' });
    expect((await person.client.auth.updateUser({ password: 'nova-senha-2' })).error).toBeNull();
    const signIn = (password: string) =>
      client(backend).auth.signInWithPassword({ email: person.email, password });
    expect((await signIn('nova-senha-2')).error).toBeNull();
    expect((await signIn(person.password)).error?.code).toBe('invalid_credentials');
  });

  it('creates, shows, lists, changes and deletes users for the secret key', async () => {
    const { admin: users } = admin(backend).auth;
    const email = `admin-${Date.now()}-${Math.random().toString(36).slice(2)}@danceflix.test`;
    const made = await users.createUser({
      email: email.toUpperCase(),
      password: 'senha-do-admin',
      email_confirm: true,
      user_metadata: { full_name: 'Feita' },
      app_metadata: { demo: true },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(made.data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Feita' },
      app_metadata: { demo: true, provider: 'email' },
    });
    expect((await users.createUser({ email, password: 'senha-do-admin' })).error?.code).toBe('email_exists');
    expect((await users.getUserById(id)).data.user?.identities?.[0]?.provider).toBe('email');

    const signedIn = await client(backend).auth.signInWithPassword({ email, password: 'senha-do-admin' });
    expect(signedIn.data.user?.id).toBe(id);

    const changed = await users.updateUserById(id, {
      password: 'senha-trocada',
      user_metadata: { extra: 1 },
    });
    expect(changed.data.user?.user_metadata).toMatchObject({ full_name: 'Feita', extra: 1 });
    expect(
      (await client(backend).auth.signInWithPassword({ email, password: 'senha-trocada' })).error,
    ).toBeNull();

    const first = await users.listUsers({ page: 1, perPage: 1 });
    const second = await users.listUsers({ page: 2, perPage: 1 });
    expect(first.data.users).toHaveLength(1);
    expect(first.data).toMatchObject({ nextPage: 2 });
    expect(second.data.users[0]?.id).not.toBe(first.data.users[0]?.id);

    expect((await users.deleteUser(id)).error).toBeNull();
    expect((await users.getUserById(id)).error?.code).toBe('user_not_found');
    expect(
      (await client(backend).auth.signInWithPassword({ email, password: 'senha-trocada' })).error?.code,
    ).toBe('invalid_credentials');
  });

  it('lets only the secret key administer users', async () => {
    const person = await newPerson(backend);
    for (const who of [client(backend), person.client]) {
      expect((await who.auth.admin.listUsers()).error?.status).toBeGreaterThanOrEqual(401);
      expect((await who.auth.admin.deleteUser(person.id)).error?.status).toBeGreaterThanOrEqual(401);
    }
    const { data } = await person.client.auth.getSession();
    const asUser = await fetch(`${backend.url}/auth/v1/admin/users`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(asUser.status).toBe(403);
    expect((await person.client.auth.getUser()).data.user?.id).toBe(person.id);
  });
});

describe.each(embeddedTargets())('Mails on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start();
  });
  afterAll(() => backend?.stop());

  const newestLink = (to: string) => linkTo(backend, to);
  const open = (link: string) => fetch(link, { redirect: 'manual' });

  it('recovers a password by a link to a page of ours, which redeems its token', async () => {
    const person = await newPerson(backend);
    const redirectTo = `${backend.url}/reset-password`;
    await client(backend).auth.resetPasswordForEmail(person.email, { redirectTo });
    const link = new URL(await newestLink(person.email));
    expect(link.origin + link.pathname).toBe(redirectTo);
    const token_hash = link.searchParams.get('token_hash') ?? '';
    const own = client(backend);
    const { data, error } = await own.auth.verifyOtp({ token_hash, type: 'recovery' });
    expect([error, data.user?.id]).toEqual([null, person.id]);
    expect((await own.auth.updateUser({ password: 'recuperada-2' })).error).toBeNull();
    // A link works once.
    const again = await client(backend).auth.verifyOtp({ token_hash, type: 'recovery' });
    expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired']);
  });

  it('recovers a password by Auth’s own link, which redirects where it was asked to (fault 8)', async () => {
    const person = await newPerson(backend);
    const redirectTo = `${backend.url}/reset-password?step=2`;
    const { error } = await client(backend).auth.resetPasswordForEmail(person.email, { redirectTo });
    expect(error).toBeNull();
    const link = verifyLink(backend, await newestLink(person.email), redirectTo);

    const location = (await open(link)).headers.get('location') ?? '';
    expect(location.split('#')[0]).toBe(redirectTo);
    const hash = new URLSearchParams(location.split('#')[1]);
    expect(hash.get('type')).toBe('recovery');
    const recovered = client(backend);
    await recovered.auth.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    });
    expect((await recovered.auth.updateUser({ password: 'recuperada-3' })).error).toBeNull();
    const again = await client(backend).auth.signInWithPassword({
      email: person.email,
      password: 'recuperada-3',
    });
    expect(again.data.user?.id).toBe(person.id);
    // A link works once.
    expect((await open(link)).headers.get('location')).toContain('error_code=otp_expired');
  });

  it('never redirects to a foreign address (fault 8)', async () => {
    const person = await newPerson(backend);
    const redirectTo = 'https://evil.example/steal';
    await client(backend).auth.resetPasswordForEmail(person.email, { redirectTo });
    const link = await newestLink(person.email);
    expect(link).not.toContain('evil');
    const forged = verifyLink(backend, link, redirectTo);
    expect((await open(forged)).headers.get('location')).toMatch(new RegExp(`^${backend.url}`));
  });

  it('does not tell which addresses have an account', async () => {
    const { error } = await client(backend).auth.resetPasswordForEmail('ninguem@danceflix.test');
    expect(error).toBeNull();
    // Mails are sent one after the other: the next person's has arrived, so this person's never
    // will.
    const person = await newPerson(backend);
    await client(backend).auth.resetPasswordForEmail(person.email);
    await newestLink(person.email);
    const mails = backend.embedded?.mailbox.messages ?? [];
    expect(mails.filter(({ to }) => to === 'ninguem@danceflix.test')).toEqual([]);
  });

  it('keeps metadata an object for SQL (fault 9)', async () => {
    const person = await newPerson(backend, { full_name: 'Ana' });
    const rows = await backend.embedded?.database.query(
      `select jsonb_typeof(raw_user_meta_data) as kind, raw_user_meta_data ->> 'full_name' as name,
         jsonb_typeof(raw_app_meta_data) as app_kind,
         (select jsonb_typeof(identity_data) from auth.identities where user_id = u.id) as identity_kind
       from auth.users u where id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ kind: 'object', name: 'Ana', app_kind: 'object', identity_kind: 'object' }]);
  });
});

describe.each(embeddedTargets())('Confirmation on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({ confirmations: true });
  });
  afterAll(() => backend?.stop());

  it('does not sign in before the link was opened', async () => {
    const account = { email: 'confirmar@danceflix.test', password: 'senha-secreta-1' };
    const redirectTo = `${backend.url}/bem-vindo`;
    const made = await client(backend).auth.signUp({ ...account, options: { emailRedirectTo: redirectTo } });
    expect([made.data.session, made.error]).toEqual([null, null]);
    const early = await client(backend).auth.signInWithPassword(account);
    expect(early.error?.code).toBe('email_not_confirmed');
    const link = await linkTo(backend, account.email);
    expect(new URL(link).pathname).toBe('/confirmar-email');
    const opened = await fetch(verifyLink(backend, link, redirectTo), { redirect: 'manual' });
    expect(opened.headers.get('location')).toMatch(`${redirectTo}#access_token=`);
    expect((await client(backend).auth.signInWithPassword(account)).error).toBeNull();
  });
});
