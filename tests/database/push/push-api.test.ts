/** Subscriptions and preferences through supabase-js and the embedded backend, on both drivers. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, type Backend, client, mainTargets, newPerson, type Person } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

describe.each(mainTargets())('subscriptions through the API on $name', (target) => {
  let backend: Backend;
  let me: Person;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
  });
  afterAll(() => backend?.stop());
  beforeEach(async () => {
    me = await newPerson(backend, { role: 'student', name: 'Aluna com Celular' });
    const { error } = await me.client.rpc('complete_registration', {
      payload: { role: 'student', name: 'Aluna com Celular', styles: [], terms_accepted: true },
    });
    expect(error).toBeNull();
  });

  const row = (person: Person, more: Record<string, unknown> = {}) => ({
    user_id: person.id,
    fcm_token: `${'t'.repeat(120)}${randomUUID()}`,
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh_key: 'p',
    auth_key: 'a',
    user_agent: 'Navegador',
    is_active: true,
    token_source: 'fcm',
    ...more,
  });
  const upsert = (person: Person, content: object) =>
    person.client.from('pwa_subscriptions').upsert(content, { onConflict: 'user_id,endpoint' });
  const find = (person: Person) =>
    person.client
      .from('pwa_subscriptions')
      .select('id, fcm_token, token_expires_at')
      .eq('user_id', person.id)
      .eq('is_active', true)
      .eq('token_source', 'fcm')
      .limit(1);

  it('one is saved, found, renewed by the same upsert, and switched off [A258] [A259]', async () => {
    expect((await find(me)).data).toEqual([]);
    const first = row(me);
    expect((await upsert(me, first)).error).toBeNull();
    expect((await find(me)).data).toMatchObject([{ fcm_token: first.fcm_token }]);
    const renewed = { ...first, fcm_token: `${first.fcm_token}x` };
    expect((await upsert(me, renewed)).error).toBeNull();
    expect((await find(me)).data).toMatchObject([{ fcm_token: renewed.fcm_token }]);
    expect((await me.client.from('pwa_subscriptions').select('id')).data).toHaveLength(1);
    const off = await me.client
      .from('pwa_subscriptions')
      .update({ is_active: false })
      .eq('user_id', me.id)
      .select('is_active');
    expect(off.data).toEqual([{ is_active: false }]);
    expect((await find(me)).data).toEqual([]);
    const alone = await me.client.from('pwa_subscriptions').update({ is_active: true }).eq('user_id', me.id);
    expect(alone.error?.code).toBe('42501');
    expect((await upsert(me, renewed)).error).toBeNull();
    expect((await find(me)).data).toHaveLength(1);
  });

  it('none is saved for visitors, for others, or with a token of 99 characters', async () => {
    const other = await newPerson(backend);
    const visitor = await client(backend).from('pwa_subscriptions').insert(row(me));
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
    const foreign = await upsert(me, row(other));
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501']);
    const registering = await upsert(other, row(other));
    expect([registering.status, registering.error?.code]).toEqual([403, '42501']);
    const short = await upsert(me, row(me, { fcm_token: 't'.repeat(99) }));
    expect([short.status, short.error?.code]).toEqual([400, '23514']);
    const dated = await upsert(me, row(me, { token_expires_at: '2100-01-01' }));
    expect([dated.status, dated.error?.code]).toEqual([403, '42501']);
    expect((await admin(backend).from('pwa_subscriptions').select('id').eq('user_id', me.id)).data).toEqual(
      [],
    );
  });

  it('a phone whose person signed out is switched off by its secret, as a visitor', async () => {
    const word = randomUUID();
    const release_hash = createHash('sha256').update(word).digest('hex');
    expect((await upsert(me, row(me, { release_hash }))).error).toBeNull();
    const release = async (person = client(backend)) => {
      const command_id = randomUUID();
      const { data, status } = await person.rpc('release_phone', { command_id, word });
      return status === 200 ? data.command_id === command_id && data.released : status;
    };
    expect(await release(me.client)).toBe(403);
    expect((await find(me)).data).toHaveLength(1);
    expect(await release()).toBe(true);
    expect((await find(me)).data).toEqual([]);
    expect(await release()).toBe(false);
  });

  it('muted groups are a list, and part of the profile', async () => {
    const command_id = randomUUID();
    const muted = await me.client.rpc('set_notification_preferences', {
      command_id,
      muted: ['news', 'lessons'],
    });
    expect(muted.data).toEqual({ command_id, epoch: expect.any(String), version: expect.any(Number) });
    const pulled = await me.client.rpc('pull_profile');
    expect(pulled.data.rows).toMatchObject([
      { _xid: muted.data.version, muted_notifications: ['lessons', 'news'] },
    ]);
    const refused = await me.client.rpc('set_notification_preferences', {
      command_id: randomUUID(),
      muted: ['tudo'],
    });
    expect([refused.status, refused.error?.hint]).toEqual([400, 'invalid_value']);
    const nobody = await client(backend).rpc('set_notification_preferences', {
      command_id: randomUUID(),
      muted: [],
    });
    expect(nobody.status).toBe(401);
  });

  it('the queue’s procedures are the server’s alone', async () => {
    for (const name of ['claim_pushes', 'pushes_due'] as const) {
      expect((await me.client.rpc(name)).error?.code).toBe('42501');
      expect((await admin(backend).rpc(name)).error).toBeNull();
    }
  });
});
