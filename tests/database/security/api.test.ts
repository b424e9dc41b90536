/**
 * The schema through supabase-js and the whole embedded backend. Both drivers in `npm run test:full`; else the drivers are
 * compared by tests/conformance, and by accounts-api.test.ts with this schema.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, mainTargets, newPerson, type Person } from '../../support/backend.ts';
import { hintAtOnce, hintEvery } from '../../support/hint-at-once.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** As the team does when it approves. */
const recordIdentity = (team: Person['client'], teacher: string) =>
  team.rpc('admin_record_checks', {
    command_id: randomUUID(),
    record: { teacher_id: teacher, kinds: ['identity'], outcome: 'passed' },
  });

describe.each(mainTargets())('the schema through the API on $name', (target) => {
  let backend: Backend;
  let student: Person;
  let teacher: Person;
  let hidden: Person;
  let boss: Person;

  const must = async <T>(answer: PromiseLike<{ data: T; error: { message: string } | null }>): Promise<T> => {
    const { data, error } = await answer;
    if (error) throw new Error(error.message);
    return data;
  };

  /** Creates profile and role row as registration does. */
  async function register(
    person: Person,
    role: 'student' | 'teacher',
    name: string,
    city: string,
  ): Promise<void> {
    const found = await must(client(backend).from('cities').select('id').eq('name', city).single());
    const city_id: string | null = found?.id ?? null;
    await must(
      person.client
        .from('user_profiles')
        .insert({ id: person.id, name, email: person.email, role, city_id, whatsapp: null }),
    );
    await must(person.client.from(role === 'student' ? 'students' : 'teachers').insert({ id: person.id }));
    const terms = await must(
      client(backend)
        .from('terms_and_policies')
        .select('id')
        .order('version', { ascending: false })
        .limit(1)
        .single(),
    );
    await must(person.client.rpc('accept_terms', { terms_id: terms?.id }));
  }

  beforeAll(async () => {
    // Configured like the product, and like hosted Supabase with this setting.
    backend = await target.start({ migrationsDir, publicChannels: false });
    if (backend.embedded) await hintAtOnce(backend.embedded.database);
    [student, teacher, hidden, boss] = [
      await newPerson(backend),
      await newPerson(backend),
      await newPerson(backend),
      await newPerson(backend, { role: 'admin' }),
    ];
    await register(student, 'student', 'Aluna da Rede', 'Vitória');
    await register(teacher, 'teacher', 'Professora da Rede', 'Vitória');
    await register(hidden, 'teacher', 'Escondida da Rede', 'Curitiba');
    await must(
      admin(backend)
        .from('user_profiles')
        .insert({ id: boss.id, name: 'Administradora', email: boss.email, role: 'admin' }),
    );
    const styles = await must(
      client(backend).from('dance_styles').select('id').in('name', ['Zouk', 'Forró']),
    );
    await must(
      teacher.client
        .from('teacher_dance_styles')
        .insert((styles ?? []).map(({ id }) => ({ teacher_id: teacher.id, dance_style_id: id }))),
    );
    await must(recordIdentity(boss.client, teacher.id));
    await must(boss.client.from('teachers').update({ is_active: true }).eq('id', teacher.id));
  });
  afterAll(() => backend?.stop());

  const search = {
    page_number: 1,
    items_per_page: 12,
    name_filter: '',
    style_filter: '',
    city_filter: '',
    admin_view: false,
  };

  it.each(['search_teachers_with_filters_cached', 'search_teachers_with_filters'])(
    '[B171] [B173] [B184] %s answers teachers with the fields of the specification, styles as names',
    async (procedure) => {
      const { data, error } = await client(backend).rpc(procedure, search);
      expect(error).toBeNull();
      expect(Object.keys(data).sort()).toEqual(['teachers', 'total_count', 'total_pages']);
      expect(data).toMatchObject({ total_count: 1, total_pages: 1 });
      const keys = [
        'id',
        'name',
        'city_name',
        'profile_image_url',
        'whatsapp',
        'bio',
        'experience',
        'neighborhood',
      ];
      for (const found of data.teachers) {
        expect(Object.keys(found)).toEqual(
          expect.arrayContaining([
            ...keys,
            'instagram',
            'modalidades_aula',
            'dance_styles',
            'is_active',
            'slug',
          ]),
        );
        expect({ ...found, dance_styles: found.dance_styles.toSorted() }).toMatchObject({
          id: teacher.id,
          city_name: 'Vitória',
          dance_styles: ['Forró', 'Zouk'],
        });
      }
    },
  );

  it('[B226] admin_view shows an inactive teacher to the admin, not to visitors', async () => {
    for (const procedure of ['search_teachers_with_filters_cached', 'search_teachers_with_filters']) {
      const ids = async (who: Person['client']) => {
        const { data } = await who.rpc(procedure, { ...search, admin_view: true });
        return data.teachers.map((found: { id: string }) => found.id);
      };
      expect(await ids(boss.client)).toContain(hidden.id);
      expect(await ids(client(backend))).toEqual([teacher.id]);
    }
  });

  it('the direct select gives listings in rank order, with the city embedded', async () => {
    const { data, error, count } = await client(backend)
      .from('teacher_listings')
      .select('id, name, style_ids, cities(name)', { count: 'exact' })
      .order('rank')
      .range(0, 11);
    expect(error).toBeNull();
    expect(count).toBe(1);
    expect(data).toEqual([
      {
        id: teacher.id,
        name: 'Professora da Rede',
        style_ids: [expect.any(String), expect.any(String)],
        cities: { name: 'Vitória' },
      },
    ]);
  });

  it('[A251] the owner reads the own profile with the name of the city, another id gives no row', async () => {
    const own = await student.client
      .from('user_profiles')
      .select('*, cities(name)')
      .eq('id', student.id)
      .single();
    expect(own.data).toMatchObject({ id: student.id, name: 'Aluna da Rede', cities: { name: 'Vitória' } });
    const other = await student.client.from('user_profiles').select('*, cities(name)').eq('id', teacher.id);
    expect(other).toMatchObject({ data: [], error: null });
    expect((await client(backend).from('user_profiles').select()).data).toEqual([]);
  });

  it('[B001] the styles of the specification are active', async () => {
    const { data } = await client(backend).from('dance_styles').select('name').eq('active', true);
    const names = (data ?? []).map((row) => row.name);
    const expected = [
      'Forró',
      'Zouk',
      'Samba de Gafieira',
      'Samba',
      'Salsa',
      'Tango',
      'Ballet Clássico',
      'Dança do Ventre',
    ];
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  it('visitors pull every collection, with numbers as numbers', async () => {
    for (const [procedure, total] of [
      ['pull_cities', 28],
      ['pull_dance_styles', 40],
      ['pull_teachers', 1],
    ] as const) {
      const { data, error } = await client(backend).rpc(procedure, {
        after_xid: null,
        after_id: null,
        page_size: 500,
      });
      expect(error).toBeNull();
      expect(data).toMatchObject({ done: true, total, checkpoint: { xid: expect.any(Number) } });
      const next = await client(backend).rpc(procedure, {
        after_xid: data.checkpoint.xid,
        after_id: data.checkpoint.id,
        page_size: 500,
      });
      expect(next.data).toMatchObject({
        rows: [],
        done: true,
        epoch: data.epoch,
        checkpoint: data.checkpoint,
      });
    }
  });

  it('a page receives a change by a hint with the row, as everybody may pull it', async () => {
    const heard: unknown[] = [];
    const visitor = client(backend);
    await new Promise<void>((resolve, reject) => {
      visitor
        .channel('public:changes', { config: { private: true } })
        .on('broadcast', { event: 'teachers' }, (message) => heard.push(message.payload))
        .subscribe((status, error) => {
          if (status === 'SUBSCRIBED') resolve();
          if (status === 'CHANNEL_ERROR') reject(error);
        });
    });
    const change = (bio: string) =>
      must(teacher.client.from('teachers').update({ bio }).eq('id', teacher.id));
    await change('Danço desde menina');
    await expect.poll(() => heard.length).toBe(1);
    expect(heard).toMatchObject([{ rows: [{ id: teacher.id, bio: 'Danço desde menina' }] }]);
    if (backend.embedded) {
      await hintEvery(backend.embedded.database, 2);
      await change('Danço desde ontem');
      await change('Danço desde hoje');
      await expect
        .poll(() => heard.at(-1))
        .toMatchObject({ rows: [{ id: teacher.id, bio: 'Danço desde hoje' }] });
      await hintAtOnce(backend.embedded.database);
    }
    await visitor.removeAllChannels();
  });

  it('a forged hint reaches no one, whoever sends it and whichever way', async () => {
    const heard: string[] = [];
    const visitor = client(backend);
    const join = (who: typeof visitor, topic: string, isPrivate: boolean) =>
      new Promise<string>((resolve) => {
        who
          .channel(topic, { config: { private: isPrivate, broadcast: { ack: false } } })
          .on('broadcast', { event: '*' }, (message) => heard.push(message.event))
          .subscribe((status) => resolve(status));
      });
    expect(await join(visitor, 'public:changes', true)).toBe('SUBSCRIBED');
    expect(await join(client(backend), 'public:changes', false)).toBe('CHANNEL_ERROR');
    const speaker = student.client.channel('public:changes', { config: { private: true } });
    await new Promise((resolve) => speaker.subscribe(resolve));
    await speaker.send({ type: 'broadcast', event: 'forged', payload: {} }).catch(() => undefined);
    const forged = (isPrivate: boolean) => ({
      topic: 'public:changes',
      event: 'forged',
      payload: {},
      private: isPrivate,
    });
    const post = (messages: unknown[]) =>
      fetch(`${backend.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      });
    for (const isPrivate of [true, false]) expect((await post([forged(isPrivate)])).status).toBe(202);
    expect((await post(Array.from({ length: 101 }, () => forged(true)))).status).toBe(422);
    // The database's own hint arrives after all of these messages.
    await must(teacher.client.from('teachers').update({ bio: 'Danço desde sempre' }).eq('id', teacher.id));
    await expect.poll(() => heard.at(-1)).toBe('teachers');
    expect(heard).not.toContain('forged');
    await Promise.all([visitor.removeAllChannels(), student.client.removeAllChannels()]);
  });

  it('refusals have PostgREST’s status', async () => {
    const long = await client(backend).rpc('search_teachers_with_filters', {
      ...search,
      name_filter: 'a'.repeat(201),
    });
    expect([long.status, long.error?.code]).toEqual([400, '22023']);
    const nobody = await boss.client.rpc('update_teacher_slug', {
      teacher_id: randomUUID(),
      teacher_name: 'Ninguém',
    });
    expect(nobody.status).toBe(404);
    const raise = await student.client.from('user_profiles').update({ role: 'admin' }).eq('id', student.id);
    expect([raise.status, raise.error?.code]).toEqual([403, '42501']);
    const log = await client(backend).from('command_log').select();
    expect([log.status, log.error?.code]).toEqual([401, '42501']);
    const gone = await admin(backend).from('cities').delete().eq('name', 'Natal');
    expect([gone.status, gone.error?.code]).toEqual([400, '23001']);
  });

  it('a picture is stored by its owner, replaced, and seen by everyone', async () => {
    const path = `${teacher.id}/retrato.png`;
    const store = (who: Person, upsert: boolean) =>
      who.client.storage.from('profile-images').upload(path, PICTURE, { contentType: 'image/png', upsert });
    expect((await store(student, false)).error).not.toBeNull();
    expect((await store(teacher, false)).error).toBeNull();
    expect((await store(teacher, true)).error).toBeNull();
    expect((await store(student, true)).error).not.toBeNull();
    const url = client(backend).storage.from('profile-images').getPublicUrl(path).data.publicUrl;
    expect((await fetch(url)).status).toBe(200);
    const own = `/storage/v1/object/public/profile-images/${path}`;
    await must(teacher.client.from('user_profiles').update({ profile_image_url: own }).eq('id', teacher.id));
    const { data } = await client(backend)
      .from('teacher_listings')
      .select('profile_image_url')
      .eq('id', teacher.id)
      .single();
    expect(data).toEqual({ profile_image_url: own });
  });

  it('a user removed through the admin API leaves tombstones', async () => {
    const person = await newPerson(backend);
    await register(person, 'teacher', 'Some da Rede', 'Vitória');
    await must(recordIdentity(boss.client, person.id));
    await must(boss.client.from('teachers').update({ is_active: true }).eq('id', person.id));
    const before = await client(backend).rpc('pull_teachers', {
      after_xid: null,
      after_id: null,
      page_size: 500,
    });
    expect(before.data.rows.map((row: { id: string }) => row.id)).toContain(person.id);
    expect((await admin(backend).auth.admin.deleteUser(person.id)).error).toBeNull();
    const { xid, id } = before.data.checkpoint;
    const after = await client(backend).rpc('pull_teachers', {
      after_xid: xid,
      after_id: id,
      page_size: 500,
    });
    expect(after.data.rows).toMatchObject([{ id: person.id, _deleted: true, name: null, whatsapp: null }]);
    const profile = await admin(backend)
      .from('user_profiles')
      .select('name, email')
      .eq('id', person.id)
      .single();
    expect(profile.data).toEqual({ name: '', email: '' });
  });
});
