import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '@/lib/text';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let forro: string;
let zouk: string;
let vitoria: string;

beforeAll(async () => {
  database = await createTestDatabase();
  forro = await idOf('dance_styles', 'Forró');
  zouk = await idOf('dance_styles', 'Zouk');
  vitoria = await idOf('cities', 'Vitória');
});
afterAll(() => database.close());

async function idOf(table: string, name: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select id from public.${table} where name = $1`, [
    name,
  ]);
  if (!row) throw new Error(`no ${name}`);
  return row.id;
}

type Listing = Record<string, unknown>;
async function listing(id: string): Promise<Listing | undefined> {
  const [row] = await database.query<{ listing: Listing }>(
    'select to_jsonb(l) as listing from public.teacher_listings l where id = $1',
    [id],
  );
  return row?.listing;
}

const newTeacher = () =>
  database.createUser({ role: 'teacher', name: 'Ângela  Souza', cityId: vitoria, styleIds: [forro] });
const set = (table: string, assignment: string, id: string) =>
  database.query(`update public.${table} set ${assignment} where id = $1`, [id]);

describe('a listing', () => {
  it('has everything for a search result, with ids for city and styles', async () => {
    const id = await newTeacher();
    const row = await listing(id);
    expect(row).toMatchObject({
      name: 'Ângela Souza',
      folded_name: fold('Ângela Souza'),
      rank: `1angela souza ${id}`,
      city_id: vitoria,
      style_ids: [forro],
      modalidades_aula: ['particular'],
      is_featured: false,
      is_highlighted: false,
      rating_average: null,
      rating_count: 0,
      _deleted: false,
    });
    expect(row?.approved_at).not.toBeNull();
  });

  it('does not exist for a teacher who was never active', async () => {
    expect(await listing(await database.createUser({ role: 'teacher', isActive: false }))).toBeUndefined();
  });

  it.each([
    ['deactivated', 'teachers', 'is_active = false', 'is_active = true'],
    ['paused', 'teachers', 'is_paused = true', 'is_paused = false'],
    ['no teacher any more', 'user_profiles', `role = 'student'`, `role = 'teacher'`],
  ])('is a blank tombstone while the teacher is %s', async (_why, table, away, back) => {
    const id = await newTeacher();
    const before = await listing(id);
    await set(table, away, id);
    const gone = await listing(id);
    expect(Object.entries(gone ?? {}).filter(([, value]) => value !== null)).toEqual([
      ['id', id],
      ['_xid', gone?._xid],
      ['_deleted', true],
    ]);
    expect(
      await database.as('anon', null, (tx) =>
        tx.query('select from public.teacher_listings where id = $1', [id]),
      ),
    ).toEqual([]);
    await set(table, back, id);
    expect({ ...(await listing(id)), _xid: 0 }).toEqual({ ...before, _xid: 0 });
  });

  it('follows profile, texts, styles, ratings and support', async () => {
    const id = await newTeacher();
    await set('user_profiles', `name = 'Zélia', whatsapp = '+5527900001234'`, id);
    await set('teachers', `bio = 'Danço', modalidades_aula = '{particular,grupo}', slug = 'zelia'`, id);
    await database.query('insert into public.teacher_dance_styles values ($1, $2)', [id, zouk]);
    await database.query(
      'insert into public.user_evaluation_stats (user_id, five_stars, one_star) values ($1, 2, 1)',
      [id],
    );
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1::uuid, $1::uuid || '@example.com', 'destaque_salao', 20)`,
      [id],
    );
    expect(await listing(id)).toMatchObject({
      name: 'Zélia',
      whatsapp: '+5527900001234',
      bio: 'Danço',
      modalidades_aula: ['particular', 'grupo'],
      slug: 'zelia',
      style_ids: [forro, zouk],
      rating_average: 3.67,
      rating_count: 3,
      five_stars: 2,
      one_star: 1,
      rank: `0zelia ${id}`,
      is_highlighted: true,
      is_featured: false,
    });
    await database.query(`update public.supporter_tiers set tier = 'brilho_palco' where user_id = $1`, [id]);
    expect(await listing(id)).toMatchObject({ is_highlighted: true, is_featured: true });
    await database.query('update public.supporter_tiers set is_active = false where user_id = $1', [id]);
    await database.query(
      'delete from public.teacher_dance_styles where teacher_id = $1 and dance_style_id = $2',
      [id, forro],
    );
    await database.query('delete from public.user_evaluation_stats where user_id = $1', [id]);
    await set('teachers', 'is_featured = true', id);
    expect(await listing(id)).toMatchObject({
      rank: `1zelia ${id}`,
      is_highlighted: false,
      is_featured: true,
      style_ids: [zouk],
      rating_average: null,
      rating_count: 0,
    });
  });

  it('loses its support when that moves to another teacher', async () => {
    const [from, to] = [await newTeacher(), await newTeacher()];
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1::uuid, $1::uuid || '@example.com', 'brilho_palco', 63)`,
      [from],
    );
    await database.query('update public.supporter_tiers set user_id = $2 where user_id = $1', [from, to]);
    expect((await listing(from))?.is_highlighted).toBe(false);
    expect((await listing(to))?.is_highlighted).toBe(true);
  });

  it('is not written when nothing visible has changed', async () => {
    const id = await newTeacher();
    const before = await listing(id);
    await set('teachers', `bio = bio, updated_at = now()`, id);
    await set('user_profiles', `email = 'outra-${id}@example.com'`, id);
    await database.query('select app.recompute_listings(array[$1::uuid])', [id]);
    expect(await listing(id)).toEqual(before);
  });

  it('is not changed when a style or city is renamed', async () => {
    const id = await newTeacher();
    const before = await listing(id);
    await set('dance_styles', `name = 'Forró Raiz'`, forro);
    await set('cities', `name = 'Vitória da Ilha'`, vitoria);
    expect(await listing(id)).toEqual(before);
    await set('dance_styles', `name = 'Forró'`, forro);
    await set('cities', `name = 'Vitória'`, vitoria);
  });

  it('[T009] sorts by rank: highlighted first, then folded name, then id', async () => {
    const names = ['Amanda', 'Álvaro', 'Alice', 'zeca', 'Zeca', 'Zeca'];
    const ids: string[] = [];
    for (const name of names) ids.push(await database.createUser({ role: 'teacher', name: `Ordem ${name}` }));
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1, 'ordem@example.com', 'destaque_salao', 20)`,
      [ids[3]],
    );
    const rows = await database.query<{ id: string; rank: string }>(
      `select id, rank from public.teacher_listings where folded_name like 'ordem %' order by rank`,
    );
    const [alice, alvaro, amanda] = [ids[2], ids[1], ids[0]];
    const others = [ids[4], ids[5]].sort();
    expect(rows.map((row) => row.id)).toEqual([ids[3], alice, alvaro, amanda, ...others]);
    expect(rows.map((row) => row.rank)).toEqual(rows.map((row) => row.rank).sort());
  });
});

describe('a removed auth user leaves tombstones', () => {
  const ways: [string, string][] = [
    ['deleted', 'delete from auth.users where id = $1'],
    ['softly deleted', 'update auth.users set deleted_at = now() where id = $1'],
  ];
  it.each(ways)('%s: profile, teacher and listing are blank', async (_way, statement) => {
    const id = await newTeacher();
    await set(
      'user_profiles',
      `whatsapp = '+5527900001234', profile_image_url = 'https://example.com/a.png'`,
      id,
    );
    await set(
      'teachers',
      `bio = 'Danço', experience = 'x', neighborhood = 'y', instagram = 'z', slug = 'some-${id.slice(0, 8)}'`,
      id,
    );
    await database.query('insert into public.user_evaluation_stats (user_id, five_stars) values ($1, 1)', [
      id,
    ]);
    const email = `apoio-${id}@example.com`;
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1, $2, 'brilho_palco', 63)`,
      [id, email],
    );
    await database.query(statement, [id]);

    const [profile] = await database.query(
      `select name, email, whatsapp, city_id, profile_image_url, removed_at is not null as removed
       from public.user_profiles where id = $1`,
      [id],
    );
    expect(profile).toEqual({
      name: '',
      email: '',
      whatsapp: null,
      city_id: null,
      profile_image_url: null,
      removed: true,
    });
    const [teacher] = await database.query(
      'select bio, experience, neighborhood, instagram, slug, is_active from public.teachers where id = $1',
      [id],
    );
    expect(teacher).toEqual({
      bio: null,
      experience: null,
      neighborhood: null,
      instagram: null,
      slug: null,
      is_active: false,
    });
    expect(await listing(id)).toMatchObject({ name: null, whatsapp: null, _deleted: true });
    expect(
      await database.query('select from public.supporter_tiers where email = $1 or user_id = $2', [
        email,
        id,
      ]),
    ).toEqual([]);
    expect(
      await database.query('select from public.teacher_dance_styles where teacher_id = $1', [id]),
    ).toEqual([]);
  });

  it('a student too, and the e-mail is free again', async () => {
    const email = 'volta@example.com';
    const id = await database.createUser({ role: 'student', email });
    await database.query('delete from auth.users where id = $1', [id]);
    const again = await database.createUser({ role: 'student', email });
    expect(again).not.toBe(id);
  });

  it('a removed administrator has no rights any more', async () => {
    const id = await database.createUser({ role: 'admin' });
    await database.query('delete from auth.users where id = $1', [id]);
    for (const table of ['command_log', 'user_profiles']) {
      const read = database.as('authenticated', id, (tx) => tx.query(`select from public.${table}`));
      await expect(read).rejects.toMatchObject({ code: 'PT401' });
    }
  });

  it('profile rows deleted outright by the server take the listing with them', async () => {
    const id = await newTeacher();
    await database.as('service_role', null, (tx) =>
      tx.query('delete from public.user_profiles where id = $1', [id]),
    );
    expect(await database.query('select from public.teachers where id = $1', [id])).toEqual([]);
    expect(await listing(id)).toMatchObject({ _deleted: true, name: null });
  });
});
