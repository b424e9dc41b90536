/** Accounts through supabase-js and the whole embedded backend, on both drivers. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, client, embeddedTargets, newPerson, type Person } from '../../support/backend.ts';
import { checkIdentity } from '../../support/database.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { STUDENT, TEACHER } from './account-steps.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(embeddedTargets())('accounts through the API on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
  });
  afterAll(() => backend?.stop());

  const database = () => {
    if (backend.embedded === null) throw new Error('these tests need the embedded backend');
    return backend.embedded.database;
  };
  const signUp = (role: 'student' | 'teacher') =>
    newPerson(backend, { role, name: role === 'student' ? STUDENT.name : TEACHER.name });
  async function register(role: 'student' | 'teacher'): Promise<Person> {
    const person = await signUp(role);
    const { error } = await person.client.rpc('complete_registration', {
      payload: role === 'student' ? STUDENT : TEACHER,
    });
    if (error) throw error;
    return person;
  }
  const signIn = (person: Person) =>
    client(backend).auth.signInWithPassword({ email: person.email, password: person.password });
  const listen = (who: SupabaseClient, topic: string, event: string, heard: unknown[]) =>
    new Promise<string>((resolve) => {
      who
        .channel(topic, { config: { private: true } })
        .on('broadcast', { event }, (message) => heard.push(message.payload))
        .subscribe((status) => resolve(status));
    });

  it('[A252] [A255] registering creates the profile row with the city found by its name; whatsapp and city may be null', async () => {
    const city = await client(backend).from('cities').select('id').eq('name', 'Vitória').single();
    expect(city.error).toBeNull();
    const [found, bare] = [await signUp('student'), await signUp('teacher')];
    const payload = { ...STUDENT, city_id: city.data?.id, whatsapp: '+5527900001234' };
    expect((await found.client.rpc('complete_registration', { payload })).data).toMatchObject({
      created: true,
      warnings: [],
    });
    await bare.client.rpc('complete_registration', {
      payload: { ...TEACHER, whatsapp: null, city_id: null },
    });
    const own = (person: Person) =>
      person.client.from('user_profiles').select('id, name, email, role, whatsapp, city_id').single();
    expect((await own(found)).data).toEqual({
      id: found.id,
      name: STUDENT.name,
      email: found.email,
      role: 'student',
      whatsapp: '+5527900001234',
      city_id: city.data?.id,
    });
    expect((await own(bare)).data).toMatchObject({ role: 'teacher', whatsapp: null, city_id: null });
    const columns = await database().query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'
       and table_name = 'user_profiles' and column_name in ('id', 'name', 'email', 'role', 'whatsapp', 'city_id')
       order by 1`,
    );
    expect(columns.map((column) => column.name)).toEqual(['email', 'id', 'name', 'role']);
    const again = () => database().query(`insert into public.cities (name) values ('Vitória')`);
    await expect(again()).rejects.toMatchObject({ code: '23505' });
  });

  it('a refusal carries its stable code as hint', async () => {
    const person = await signUp('student');
    const refused = async (payload: unknown) => {
      const { status, error } = await person.client.rpc('complete_registration', { payload });
      return [status, error?.code, error?.hint];
    };
    expect(await refused({ ...STUDENT, terms_accepted: false })).toEqual([400, 'P0001', 'terms_missing']);
    expect(await refused({ ...STUDENT, name: ' ' })).toEqual([400, 'P0001', 'fields_missing']);
    expect(await refused({ ...STUDENT, role: 'admin' })).toEqual([400, 'P0001', 'role_not_allowed']);
    expect(await refused({ ...STUDENT, role: 'teacher' })).toEqual([400, 'P0001', 'role_not_allowed']);
    expect(await refused({ ...STUDENT, whatsapp: '31' })).toEqual([400, 'P0001', 'profile_failed']);
    expect(await refused({ ...STUDENT, styles: 'Zouk' })).toEqual([400, '22023', 'invalid_value']);
    const update = await person.client.rpc('update_profile', {
      command_id: randomUUID(),
      changes: { name: 'Ana' },
    });
    expect([update.status, update.error?.hint]).toEqual([409, 'profile_missing']);
    expect((await person.client.rpc('my_account_state')).data).toMatchObject({
      state: 'registering',
      email: person.email,
      draft: { role: 'student', name: STUDENT.name },
    });
  });

  it.each([
    ['user_profiles', 'student', 'profile_failed', 'Falha ao criar perfil de usuário'],
    ['students', 'student', 'student_failed', 'Failed to create student profile'],
    ['teachers', 'teacher', 'teacher_failed', 'Falha ao criar perfil de professor'],
  ] as const)(
    'a failing %s of a %s is %s, and after aborting the address is free',
    async (table, role, hint, message) => {
      const person = await signUp(role);
      await database().exec(`
      create function app.broken() returns trigger language plpgsql set search_path = ''
        as $$ begin raise exception 'broken for a test' using errcode = '53100'; end $$;
      create trigger zzz_broken after insert on public.${table} for each row execute function app.broken()`);
      const payload = role === 'student' ? STUDENT : TEACHER;
      const { status, error } = await person.client.rpc('complete_registration', { payload });
      expect([status, error?.code, error?.hint, error?.message]).toEqual([400, 'P0001', hint, message]);
      await database().exec(`drop trigger zzz_broken on public.${table}; drop function app.broken()`);
      expect((await person.client.rpc('abort_registration')).data).toEqual({ aborted: true });
      expect((await signIn(person)).error).not.toBeNull();
      expect((await person.client.auth.refreshSession()).error).not.toBeNull();
      const again = await client(backend).auth.signUp({ email: person.email, password: person.password });
      expect(again.error).toBeNull();
      expect(again.data.user?.id).not.toBe(person.id);
    },
  );

  it('visitors get 401 from every private procedure', async () => {
    const visitor = client(backend);
    for (const [procedure, parameters] of [
      ['pull_profile', {}],
      ['pull_notifications', {}],
      ['visible_ids_notifications', {}],
      ['my_account_state', {}],
      ['my_data', {}],
      ['complete_registration', { payload: STUDENT }],
      ['abort_registration', {}],
      ['accept_terms', { terms_id: randomUUID() }],
      ['update_profile', { command_id: randomUUID(), changes: {} }],
      ['mark_notifications_read', { command_id: randomUUID(), ids: [] }],
      ['delete_my_account', { confirm: 'EXCLUIR' }],
    ] as const) {
      const { status, data } = await visitor.rpc(procedure, parameters);
      expect([procedure, status, data]).toEqual([procedure, 401, null]);
    }
  });

  it('pulls and commands speak numbers as numbers', async () => {
    const person = await register('teacher');
    const profile = await person.client.rpc('pull_profile', {
      after_xid: null,
      after_id: null,
      page_size: 500,
    });
    expect(profile.data).toMatchObject({
      user_id: person.id,
      done: true,
      total: 1,
      checkpoint: { xid: expect.any(Number), id: person.id },
      rows: [
        { id: person.id, _xid: expect.any(Number), style_ids: [expect.any(String), expect.any(String)] },
      ],
    });
    const command = randomUUID();
    const update = await person.client.rpc('update_profile', {
      command_id: command,
      changes: { bio: 'Danço desde menina' },
      base_version: profile.data.rows[0]._xid,
    });
    expect(update.data).toEqual({
      command_id: command,
      epoch: expect.any(String),
      version: expect.any(Number),
      merged: false,
    });
    const { xid, id } = profile.data.checkpoint;
    const next = await person.client.rpc('pull_profile', { after_xid: xid, after_id: id, page_size: 500 });
    expect(next.data.rows).toMatchObject([{ bio: 'Danço desde menina', _xid: update.data.version }]);
    const inbox = await person.client.rpc('pull_notifications');
    const ids = inbox.data.rows.map((row: { id: string }) => row.id);
    const read = { command_id: randomUUID(), ids };
    expect((await person.client.rpc('mark_notifications_read', read)).data).toMatchObject({ marked: 1 });
  });

  it('a person hears the own private hints; another person may not join the topic', async () => {
    const [person, stranger] = [await register('teacher'), await register('student')];
    const heard: unknown[] = [];
    const overheard: unknown[] = [];
    expect(await listen(person.client, `user:${person.id}`, 'notifications', heard)).toBe('SUBSCRIBED');
    expect(await listen(stranger.client, `user:${person.id}`, 'notifications', overheard)).not.toBe(
      'SUBSCRIBED',
    );
    await checkIdentity(database(), person.id);
    await database().query('update public.teachers set is_active = true where id = $1', [person.id]);
    await expect.poll(() => heard.length).toBe(1);
    expect(JSON.stringify(heard)).not.toContain('aprovado');
    expect(overheard).toEqual([]);
    await Promise.all([person.client.removeAllChannels(), stranger.client.removeAllChannels()]);
  });

  it('deleting the account takes the pictures, the session and the public page with it', async () => {
    const person = await register('teacher');
    await checkIdentity(database(), person.id);
    await database().query('update public.teachers set is_active = true where id = $1', [person.id]);
    const path = `${person.id}/retrato.png`;
    const bucket = person.client.storage.from('profile-images');
    expect((await bucket.upload(path, PICTURE, { contentType: 'image/png' })).error).toBeNull();
    const before = (await client(backend).rpc('pull_teachers')).data;
    expect(before.rows.map((row: { id: string }) => row.id)).toContain(person.id);

    const early = await person.client.rpc('delete_my_account', { confirm: 'EXCLUIR' });
    expect([early.status, early.error?.hint, early.error?.details]).toEqual([
      409,
      'pictures_remain',
      JSON.stringify([path]),
    ]);
    expect((await bucket.remove([path])).error).toBeNull();
    expect((await person.client.rpc('my_data')).data).toMatchObject({ user_id: person.id, pictures: [] });
    expect((await person.client.rpc('delete_my_account', { confirm: 'EXCLUIR' })).data).toEqual({
      deleted: true,
      user_id: person.id,
      stays: ['tombstones'],
    });

    const { xid, id } = before.checkpoint;
    const after = await client(backend).rpc('pull_teachers', { after_xid: xid, after_id: id });
    expect(after.data.rows).toMatchObject([{ id: person.id, _deleted: true, name: null }]);
    expect(await person.client.rpc('my_account_state')).toMatchObject({
      status: 401,
      error: { code: 'PT401', hint: 'account_missing' },
    });
    expect((await person.client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn(person)).error).not.toBeNull();
    for (const table of ['users', 'identities', 'sessions', 'refresh_tokens']) {
      const column = table === 'users' ? 'id' : 'user_id';
      expect([
        table,
        await database().query(`select from auth.${table} where ${column} = $1`, [person.id]),
      ]).toEqual([table, []]);
    }
  });
});
