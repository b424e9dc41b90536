import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Broadcast, hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import type { Checkpoint, Page } from '../support/phone.ts';
import {
  callAs,
  idOf,
  type OwnProfile,
  refusal,
  register,
  STUDENT,
  signUp,
  TEACHER,
} from './account-steps.ts';

let database: TestDatabase;
let me: string;
let other: string;
let zouk: string;
let forro: string;

beforeAll(async () => {
  database = await createTestDatabase();
  zouk = await idOf(database, 'dance_styles', 'Zouk');
  forro = await idOf(database, 'dance_styles', 'Forró');
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, TEACHER);
  other = await register(database, STUDENT);
});

type OwnPage = Omit<Page, 'rows'> & { user_id: string; rows: OwnProfile[] };
const pull = (person: string | null, after: Checkpoint | null = null) =>
  callAs<OwnPage>(database, person, 'pull_profile($1, $2)', [after?.xid ?? null, after?.id ?? null]);
const version = async () => (await pull(me)).rows[0]?._xid ?? 0;

interface Answer {
  command_id: string;
  version: number;
  merged: boolean;
}
const update = (
  changes: unknown,
  base: number | null = null,
  person: string | null = me,
  id = randomUUID(),
) =>
  callAs<Answer>(database, person, 'update_profile($1, $2::text::jsonb, $3)', [
    id,
    JSON.stringify(changes),
    base,
  ]);

describe('pulling the own profile', () => {
  it('gives the person’s one row, and nothing again until it changes', async () => {
    const first = await pull(me);
    expect(first).toMatchObject({
      user_id: me,
      done: true,
      total: 1,
      epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(first.rows).toHaveLength(1);
    expect(first.rows[0]).toMatchObject({
      id: me,
      name: 'Ana Lima',
      role: 'teacher',
      slug: expect.stringMatching(/^ana-lima/),
      is_active: false,
    });
    const second = await pull(me, first.checkpoint);
    expect(second).toMatchObject({ user_id: me, rows: [], checkpoint: first.checkpoint, total: null });
  });

  it.each([
    [
      'the profile',
      (id: string) => database.query(`update public.user_profiles set name = 'Outra' where id = $1`, [id]),
    ],
    [
      'the teacher',
      (id: string) => database.query(`update public.teachers set bio = 'Oi' where id = $1`, [id]),
    ],
    [
      'approval',
      (id: string) => database.query('update public.teachers set is_active = true where id = $1', [id]),
    ],
    [
      'an added style',
      (id: string) =>
        database.query(
          `insert into public.teacher_dance_styles select $1, id from public.dance_styles where name = 'Samba'`,
          [id],
        ),
    ],
    [
      'a dropped style',
      (id: string) => database.query('delete from public.teacher_dance_styles where teacher_id = $1', [id]),
    ],
  ])('gives it again after a change of %s', async (_what, change) => {
    const before = await pull(me);
    await change(me);
    const after = await pull(me, before.checkpoint);
    expect(after.rows).toHaveLength(1);
    expect(after.rows[0]?._xid).toBeGreaterThan(before.rows[0]?._xid ?? 0);
    expect((await pull(other)).rows[0]?.id).toBe(other);
  });

  it('is refused to visitors, and gives no other person’s row whatever checkpoint is sent', async () => {
    expect(await refusal(() => pull(null))).toMatchObject({ code: '42501' });
    for (const after of [null, { xid: 0, id: '00000000-0000-0000-0000-000000000000' }, { xid: 0, id: me }]) {
      const page = await pull(other, after);
      expect(page.user_id).toBe(other);
      expect(page.rows.map((row) => row.id)).toEqual([other]);
    }
    expect(
      await sqlState(() => callAs(database, me, `pull_profile(after_xid => 1, owner => '${other}')`)),
    ).toBe('42883');
  });

  it('is empty, not a tombstone, before registration is complete', async () => {
    const registering = await signUp(database, {});
    expect(await pull(registering)).toMatchObject({
      user_id: registering,
      rows: [],
      checkpoint: null,
      total: 0,
    });
  });

  it('tells a phone with a checkpoint from a backup’s future that the epoch is another', async () => {
    const page = await pull(me, { xid: 9e14, id: me });
    expect(page).toMatchObject({ rows: [], checkpoint: null, done: false, user_id: me });
    expect(page.epoch).toMatch(/-ahead$/);
  });

  it('starts again with a new epoch', async () => {
    const before = await pull(me);
    await database.exec('select public.restart_replication()');
    const after = await pull(me, before.checkpoint);
    expect(after.epoch).not.toBe(before.epoch);
    // Pulls as phones do: a checkpoint of another epoch is invalid, so they read from the
    // beginning.
    const again = await pull(me);
    expect(again).toMatchObject({ epoch: after.epoch, done: true });
    expect(again.rows).toEqual(before.rows);
  });

  it('tells a phone whose person was removed, and leaves a tombstone without content', async () => {
    const before = await pull(me);
    await database.query('delete from auth.users where id = $1', [me]);
    for (const checkpoint of [before.checkpoint, undefined])
      expect(await refusal(() => pull(me, checkpoint))).toMatchObject({ hint: 'account_missing' });
    const rows = await database.query('select * from app.own_profiles where id = $1', [me]);
    const { id, _xid, _deleted, ...content } = rows[0] ?? { id: '', _xid: 0, _deleted: false };
    expect({ id, _deleted }).toEqual({ id: me, _deleted: true });
    expect(new Set(Object.values(content))).toEqual(new Set([null]));
  });
});

describe('changing the own profile', () => {
  it('changes what is named, and only that', async () => {
    const curitiba = await idOf(database, 'cities', 'Curitiba');
    const answer = await update({
      name: '  Ana Lima Souza ',
      city_id: curitiba,
      whatsapp: '+5541900001234',
      profile_image_url: `/storage/v1/object/public/profile-images/${me}/a.webp`,
      style_ids: [forro],
      bio: 'Danço há dez anos.\nVenha!',
      experience: null,
      neighborhood: 'Batel',
      instagram: '@ana.lima',
      modalidades_aula: ['grupo', 'particular'],
      is_paused: true,
    });
    const { rows } = await pull(me);
    expect(rows[0]).toMatchObject({
      name: 'Ana Lima Souza',
      city_id: curitiba,
      whatsapp: '+5541900001234',
      style_ids: [forro],
      bio: 'Danço há dez anos.\nVenha!',
      experience: null,
      neighborhood: 'Batel',
      instagram: 'ana.lima',
      modalidades_aula: ['grupo', 'particular'],
      is_paused: true,
      is_active: false,
      slug: expect.stringMatching(/^ana-lima/),
      _xid: answer.version,
    });
    await update({ bio: 'Só isto.' });
    expect((await pull(me)).rows[0]).toMatchObject({
      name: 'Ana Lima Souza',
      bio: 'Só isto.',
      neighborhood: 'Batel',
    });
    await update({ whatsapp: '', city_id: null, profile_image_url: null });
    expect((await pull(me)).rows[0]).toMatchObject({
      whatsapp: null,
      city_id: null,
      profile_image_url: null,
    });
  });

  it('works once, and answers the same on repetition', async () => {
    const id = randomUUID();
    const first = await update({ bio: 'Primeira' }, null, me, id);
    expect(first).toEqual({
      command_id: id,
      epoch: expect.any(String),
      version: await version(),
      merged: false,
    });
    await update({ bio: 'Segunda' });
    expect(await update({ bio: 'Primeira' }, null, me, id)).toEqual(first);
    expect((await pull(me)).rows[0]).toMatchObject({ bio: 'Segunda' });
    expect(await refusal(() => update({ bio: 'Terceira' }, null, me, id))).toMatchObject({ code: 'PT409' });
    expect(await refusal(() => update({ bio: 'Primeira' }, null, other, id))).toMatchObject({
      code: 'PT409',
    });
  });

  it('merges with what changed meanwhile, and says so', async () => {
    const seen = await version();
    expect(await update({ bio: 'Do celular' }, seen)).toMatchObject({ merged: false });
    expect(await update({ neighborhood: 'Centro' }, seen)).toMatchObject({ merged: true });
    expect((await pull(me)).rows[0]).toMatchObject({ bio: 'Do celular', neighborhood: 'Centro' });
  });

  it.each([
    'role',
    'email',
    'id',
    'is_active',
    'is_featured',
    'approved_at',
    'slug',
    'removed_at',
    'created_at',
    'qualquer',
  ])('refuses %s, and then changes nothing', async (field) => {
    const before = (await pull(me)).rows[0];
    expect(await refusal(() => update({ bio: 'Junto', [field]: 'admin' }))).toEqual({
      code: '42501',
      hint: 'field_not_allowed',
      detail: field,
    });
    expect((await pull(me)).rows[0]).toEqual(before);
  });

  it.each(['neighborhood', 'is_paused', 'modalidades_aula'])('refuses %s of a student', async (field) => {
    expect(await refusal(() => update({ [field]: null }, null, other))).toMatchObject({
      hint: 'field_not_allowed',
    });
  });

  it.each([
    [{}, 'invalid_value'],
    [[], 'invalid_value'],
    [null, 'invalid_value'],
    [{ name: '' }, 'invalid_value'],
    [{ name: null }, 'invalid_value'],
    [{ name: 'Al' }, 'invalid_value'],
    [{ name: 'Ana\u0007Lima' }, 'invalid_value'],
    [{ name: 12345 }, 'invalid_value'],
    [{ bio: 'a'.repeat(2001) }, 'invalid_value'],
    [{ bio: 'a'.repeat(50_000) }, 'too_long'],
    [{ instagram: 'a b' }, 'invalid_value'],
    [{ whatsapp: '31900001234' }, 'invalid_value'],
    [{ modalidades_aula: [] }, 'invalid_value'],
    [{ modalidades_aula: ['online'] }, 'invalid_value'],
    [{ modalidades_aula: 'grupo' }, 'invalid_value'],
    [{ is_paused: 'true' }, 'invalid_value'],
    [{ city_id: 'Vitória' }, 'invalid_value'],
    [{ city_id: randomUUID() }, 'city_unknown'],
    [{ style_ids: [] }, 'styles_missing'],
    [{ style_ids: [randomUUID()] }, 'style_unknown'],
    [{ style_ids: ['Zouk'] }, 'style_unknown'],
    [{ style_ids: [null] }, 'invalid_value'],
    [{ profile_image_url: 'https://tracker.example.com/x.png' }, 'picture_not_own'],
    [
      { profile_image_url: `/storage/v1/object/public/profile-images/${randomUUID()}/a.webp` },
      'picture_not_own',
    ],
  ])('%# refuses %j: %s', async (changes, hint) => {
    expect(await refusal(() => update(changes))).toMatchObject({ hint });
  });

  it('keeps a city and a style that are no longer offered, but offers them to no one else', async () => {
    await update({ style_ids: [zouk, forro], city_id: await idOf(database, 'cities', 'Salvador') });
    await database.exec(`update public.cities set active = false where name = 'Salvador';
      update public.dance_styles set active = false where name = 'Zouk'`);
    const salvador = await idOf(database, 'cities', 'Salvador');
    await update({ style_ids: [zouk], city_id: salvador });
    expect((await pull(me)).rows[0]).toMatchObject({ style_ids: [zouk], city_id: salvador });
    expect(await refusal(() => update({ style_ids: [zouk] }, null, other))).toMatchObject({
      hint: 'style_unknown',
    });
    expect(await refusal(() => update({ city_id: salvador }, null, other))).toMatchObject({
      hint: 'city_unknown',
    });
    await database.exec(`update public.cities set active = true where name = 'Salvador';
      update public.dance_styles set active = true where name = 'Zouk'`);
  });

  it('lets a student have styles, or none', async () => {
    await update({ style_ids: [zouk] }, null, other);
    expect((await pull(other)).rows[0]).toMatchObject({ style_ids: [zouk] });
    await update({ style_ids: [] }, null, other);
    expect((await pull(other)).rows[0]).toMatchObject({ style_ids: [] });
  });

  it('[T021] shows on the public listing of an active teacher', async () => {
    await database.query('update public.teachers set is_active = true where id = $1', [me]);
    await update({ bio: 'Pública' });
    const listing = () =>
      database.query('select bio, _deleted from public.teacher_listings where id = $1', [me]);
    expect(await listing()).toEqual([{ bio: 'Pública', _deleted: false }]);
    await update({ is_paused: true });
    expect(await listing()).toEqual([{ bio: null, _deleted: true }]);
  });

  it('is refused to visitors and before registration is complete', async () => {
    expect(await refusal(() => update({ name: 'Ninguém' }, null, null))).toMatchObject({ code: '42501' });
    const registering = await signUp(database, {});
    expect(await refusal(() => update({ name: 'Ninguém' }, null, registering))).toMatchObject({
      hint: 'profile_missing',
    });
  });
});

describe('private hints', () => {
  let heard: () => Promise<Broadcast[]>;
  const hints = async () => (await heard()).filter((message) => message.private);
  beforeAll(async () => {
    heard = await hearBroadcasts(database);
  });
  beforeEach(async () => {
    await heard();
  });

  it('go to the person’s topic, once per transaction, without content', async () => {
    await update({ name: 'Ana Lima Dois', bio: 'Nova', style_ids: [zouk] });
    const sent = await hints();
    // The checked name has changed, of which the person is told. The order within a transaction is nobody's promise.
    expect(sent.map(({ event }) => event).sort()).toEqual(['notifications', 'profile']);
    for (const hint of sent) {
      expect(hint).toMatchObject({ topic: `user:${me}`, payload: {}, private: true });
    }
  });

  it('go to each of those concerned', async () => {
    await database.query('select app.notify(p, $2, $3, $4) from unnest($1::uuid[]) p', [
      `{${me},${other}}`,
      'test',
      'Título',
      'Texto',
    ]);
    expect((await hints()).map((hint) => `${hint.event} ${hint.topic}`).sort()).toEqual(
      [`notifications user:${me}`, `notifications user:${other}`].sort(),
    );
  });

  it('are not sent by the hundred: after a bulk load phones notice at their next pull', async () => {
    await database.exec(`insert into public.notifications (user_id, kind, title, body)
      select gen_random_uuid(), 'test', 'Em massa', '' from generate_series(1, 201)`);
    expect(await hints()).toEqual([]);
  });

  it('are heard by their person only, and cannot be sent by clients', async () => {
    const listens = (person: string | null, topic: string) =>
      database.transaction(async (tx) => {
        await tx.query(
          `select set_config('realtime.probe', 'on', true), set_config('realtime.topic', $1, true)`,
          [topic],
        );
        await tx.query(
          `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'probe', true)`,
          [topic],
        );
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify(person === null ? {} : { sub: person }),
        ]);
        await tx.exec(`set local role ${person === null ? 'anon' : 'authenticated'}`);
        return (await tx.query('select from realtime.messages where topic = $1', [topic])).length > 0;
      });
    expect(await listens(me, `user:${me}`)).toBe(true);
    expect(await listens(other, `user:${me}`)).toBe(false);
    expect(await listens(null, `user:${me}`)).toBe(false);
    expect(await listens(me, 'user:')).toBe(false);
    for (const anybody of [me, null]) expect(await listens(anybody, 'public:changes')).toBe(true);
    const send = (person: string) =>
      sqlState(() =>
        database.as('authenticated', person, (tx) =>
          tx.query(
            `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'x', true)`,
            [`user:${me}`],
          ),
        ),
      );
    expect(await send(me)).toBe('42501');
    expect(await send(other)).toBe('42501');
    for (const role of ['anon', 'authenticated'] as const) {
      const speak = () =>
        database.as(role, role === 'anon' ? null : me, (tx) =>
          tx.query(
            `insert into realtime.messages (topic, extension, event, private) values ('public:changes', 'broadcast', 'x', true)`,
          ),
        );
      expect(await sqlState(speak)).toBe('42501');
    }
  });
});
