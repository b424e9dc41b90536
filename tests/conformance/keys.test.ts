/**
 * Both key systems give the same access: `sb_publishable_…` and `sb_secret_…`, and the legacy
 * tokens.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, client, mainTargets } from '../support/backend.ts';
import { findDeno, startOnDeno } from '../support/deno.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const HEALTH = beside('../../supabase/functions/health/index.ts');
const deno = findDeno();

describe.each(mainTargets())('The keys on $name', (target) => {
  let backend: Backend;
  let keys: Record<'publishable' | 'anon' | 'secret' | 'service_role', string>;
  beforeAll(async () => {
    backend = await target.start();
    const { anon = '', serviceRole = '' } = backend.embedded?.legacy ?? {};
    keys = {
      publishable: backend.publishableKey,
      anon,
      secret: backend.secretKey,
      service_role: serviceRole,
    };
  });
  afterAll(() => backend?.stop());

  const roleOf = async (key: string) => (await client(backend, key).rpc('whoami')).data;
  const listens = (key: string) =>
    new Promise<string>((resolve) => {
      const own = client(backend, key);
      own.channel('public:notes').subscribe((status) => {
        if (status === 'CLOSED') return;
        resolve(status);
        void own.realtime.disconnect();
      });
    });

  it.each(['publishable', 'anon'] as const)('%s acts as a visitor', async (name) => {
    const own = client(backend, keys[name]);
    expect(await roleOf(keys[name])).toMatchObject({ role: 'anon', uid: null });
    expect((await own.from('notes').select('id')).error).toBeNull();
    expect((await own.from('vault').select('word')).error?.code).toBe('42501');
    expect((await own.auth.admin.listUsers()).error?.status).toBe(403);
    expect(await listens(keys[name])).toBe('SUBSCRIBED');
  });

  it.each(['secret', 'service_role'] as const)('%s acts as the server', async (name) => {
    const own = client(backend, keys[name]);
    expect(await roleOf(keys[name])).toMatchObject({ role: 'service_role', uid: null });
    expect((await own.from('vault').select('word')).data).toEqual([{ word: 'sesame' }]);
    expect((await own.auth.admin.listUsers()).error).toBeNull();
    expect((await own.storage.from('papers').list()).error).toBeNull();
    expect(await listens(keys[name])).toBe('SUBSCRIBED');
  });

  it.runIf(deno !== null)('health works with both key systems', async () => {
    await backend.embedded?.database.exec(
      'create table public.cities (id uuid primary key); grant select on public.cities to anon',
    );
    await backend.embedded?.database.connection.clearSchemaCache();
    for (const [own, status] of [
      [{ SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }) }, 200],
      [{ SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ site: keys.publishable }) }, 200],
      [{ SUPABASE_ANON_KEY: keys.anon }, 200],
      [{ SUPABASE_PUBLISHABLE_KEYS: '[]', SUPABASE_ANON_KEY: keys.anon }, 200],
      // The legacy key is disabled, and still present.
      [{ SUPABASE_PUBLISHABLE_KEYS: `{"default":"${keys.publishable}"}`, SUPABASE_ANON_KEY: 'a.b.c' }, 200],
      [{ SUPABASE_ANON_KEY: 'a.b.c' }, 503],
    ] as const) {
      const health = await startOnDeno(deno ?? '', HEALTH, { SUPABASE_URL: backend.url, ...own });
      const response = await fetch(health.url);
      expect([own, response.status, await response.json()]).toEqual([own, status, { ok: status === 200 }]);
      await health.stop();
    }
  });
});
