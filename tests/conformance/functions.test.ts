import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, client, newPerson, type Person, targets } from '../support/backend.ts';
import { type DenoFunction, findDeno, startOnDeno } from '../support/deno.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SECRETS = { SECRET_WORD: 'sésamo' };
const deno = findDeno();
/** One driver is enough here: functions never touch the database but through the API. */
const [target] = targets();
if (target === undefined) throw new Error('nothing to run against');

let backend: Backend;
let ana: Person;
beforeAll(async () => {
  backend = await target.start({ secrets: SECRETS, functionTimeLimit: 5_000 });
  ana = await newPerson(backend);
});
afterAll(() => backend?.stop());

type Call = (name: string, init?: RequestInit, path?: string) => Promise<Response>;

/** Behaviour that every runtime has to show with the very same files. */
function sameOnEveryRuntime(call: Call) {
  it('runs a function with its packages, method, path, status and headers', async () => {
    const response = await call(
      'echo',
      { method: 'POST', body: JSON.stringify({ name: 'Zoé' }) },
      '/echo?x=1',
    );
    expect(response.status).toBe(201);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.json()).toEqual({
      hello: 'Zoé',
      method: 'POST',
      path: expect.stringMatching(/echo\?x=1$/),
    });
    const preflight = await call('echo', { method: 'OPTIONS' });
    expect([preflight.status, await preflight.text()]).toEqual([200, 'ok']);
  });

  it('gives a function its secrets', async () => {
    expect(await (await call('secret')).json()).toMatchObject({ word: SECRETS.SECRET_WORD });
  });

  it('lets a function act as its caller', async () => {
    const { data } = await ana.client.auth.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    expect(await (await call('signed-in', { headers })).json()).toMatchObject({ uid: ana.id });
  });
}

describe(`Functions on ${target.name}`, () => {
  const call: Call = (name, init = {}, path = '') => {
    const headers = { apikey: backend.publishableKey, ...init.headers };
    return fetch(`${backend.url}/functions/v1/${name}${path}`, { ...init, headers });
  };
  sameOnEveryRuntime(call);

  it('answers supabase-js', async () => {
    const { data, error } = await client(backend).functions.invoke('echo', { body: { name: 'Lia' } });
    expect(error).toBeNull();
    expect(data).toMatchObject({ hello: 'Lia', method: 'POST' });
  });

  it('requires a signed-in caller unless config.toml says otherwise', async () => {
    expect((await call('signed-in')).status).toBe(401);
    const headers = { Authorization: 'Bearer a.b.c' };
    expect((await call('signed-in', { headers })).status).toBe(401);
    const key = { Authorization: `Bearer ${backend.publishableKey}` };
    expect((await call('signed-in', { headers: key })).status).toBe(401);
  });

  it('has no function but those in the folder', async () => {
    for (const name of ['nothing', '..%2fecho', '_shared', 'echo%2findex.ts']) {
      expect((await call(name)).status).toBe(404);
    }
  });

  it('survives a function that throws, never ends, kills its thread or cannot be built', async () => {
    const [crash, loop, exit, broken] = await Promise.all(
      ['crash', 'loop', 'exit', 'broken'].map((name) => call(name)),
    );
    expect([crash?.status, loop?.status, exit?.status, broken?.status]).toEqual([500, 546, 500, 503]);
    if (backend.embedded) expect(await broken?.text()).toContain('package.json has zod 4');
    // Other requests go on meanwhile.
    expect((await call('echo')).status).toBe(201);
    expect((await ana.client.rpc('whoami')).data).toMatchObject({ uid: ana.id });
    expect((await call('exit')).status).toBe(500);
  });

  it('hides the environment of the server from functions', async () => {
    expect(await (await call('secret')).json()).toEqual({ word: SECRETS.SECRET_WORD, home: null });
  });
});

describe.runIf(deno !== null && target.name === 'PGlite')('The same functions on Deno', () => {
  const started = new Map<string, Promise<DenoFunction>>();
  afterAll(async () => {
    for (const one of started.values()) await (await one).stop();
  });
  const start = (file: string, env: Record<string, string> = {}) =>
    startOnDeno(deno ?? '', file, {
      ...SECRETS,
      ...env,
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.publishableKey }),
      SUPABASE_ANON_KEY: backend.publishableKey,
    });
  sameOnEveryRuntime(async (name, init, path = '') => {
    const one = started.get(name) ?? start(beside(`functions/${name}/index.ts`));
    started.set(name, one);
    return fetch(`${(await one).url}/${name}${path}`, init);
  });

  it('runs the product’s health check', async () => {
    const health = await start(beside('../../supabase/functions/health/index.ts'), { RESEND_API_KEY: 'set' });
    try {
      const response = await fetch(health.url);
      // The suite's schema has no cities: the check has to notice.
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ ok: false });
    } finally {
      await health.stop();
    }
  });
});

describe.runIf(target.name === 'PGlite')('The health check of the product', () => {
  it('says that all is well when the database answers, and nothing else', async () => {
    const server = await target.start({
      functionsDir: beside('../../supabase/functions'),
      secrets: { RESEND_API_KEY: 'set' },
    });
    try {
      await server.embedded?.database.exec(
        'create table public.cities (id uuid primary key); grant select on public.cities to anon',
      );
      await server.embedded?.database.connection.clearSchemaCache();
      const { data, error } = await client(server).functions.invoke('health');
      expect(error).toBeNull();
      expect(data).toEqual({ ok: true });
    } finally {
      await server.stop();
    }
  });
});
