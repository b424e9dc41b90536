/** Texts that students write about themselves, and switching their page on and off. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, type OwnProfile, refusal, register, STUDENT, TEACHER } from './account-steps.ts';

let database: TestDatabase;
let me: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, { ...STUDENT, name: 'Zuleica Ávila' });
  return () => database.query('delete from auth.users where id = $1', [me]).then(() => undefined);
});

const update = (changes: unknown, person = me) =>
  callAs<{ version: number }>(database, person, 'update_profile($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify(changes),
  ]);
async function own(person = me): Promise<OwnProfile> {
  const { rows } = await callAs<{ rows: OwnProfile[] }>(database, person, 'pull_profile()');
  const [row] = rows;
  if (!row) throw new Error('there is no profile');
  return row;
}

/** Makes the person a supporter at this tier; deleting the account takes the row's name with it. */
const support = (tier: string) =>
  database.query(
    `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1, $3, $2, 10)`,
    [me, tier, `${me}@example.com`],
  );

describe('a text that students write about themselves', () => {
  it('[T053][D073] is not public until the student switches the page on', async () => {
    const [row] = await database.query('select is_public, slug from public.students where id = $1', [me]);
    expect(row).toEqual({ is_public: false, slug: null });
    expect(await own()).toMatchObject({ is_public: false, slug: null, interests: [], benefits: [] });
  });

  it('arrives on the own phones, in the version that the answer names', async () => {
    const changes = { bio: 'Danço para desligar.', interests: ['viagens', 'bailes'], dancing_since: 2019 };
    const { version } = await update(changes);
    expect(await own()).toMatchObject({ ...changes, interests: ['bailes', 'viagens'], _xid: version });
    await update({ bio: ' ', interests: [], dancing_since: null });
    expect(await own()).toMatchObject({ bio: null, interests: [], dancing_since: null });
  });

  it.each([
    [{ interests: ['luta livre'] }, 'students_interests_check'],
    [{ bio: 'x'.repeat(1001) }, 'students_bio_check'],
    [{ dancing_since: 1815 }, 'students_dancing_since_check'],
    [{ dancing_since: '2019' }, 'dancing_since'],
    [{ dancing_since: 2019.5 }, 'dancing_since'],
    [{ is_public: 'sim' }, 'is_public'],
    [{ is_public: null }, 'is_public'],
  ])('is refused with %j', async (changes, detail) => {
    expect(await refusal(() => update(changes))).toMatchObject({
      code: '22023',
      hint: 'invalid_value',
      detail,
    });
  });

  it('of the other role is refused', async () => {
    const teacher = await register(database, TEACHER);
    expect(await refusal(() => update({ is_public: true }, teacher))).toMatchObject({
      hint: 'field_not_allowed',
    });
    expect(await refusal(() => update({ slug: 'rainha' }))).toMatchObject({ hint: 'field_not_allowed' });
    expect(await refusal(() => update({ neighborhood: 'Centro' }))).toMatchObject({
      hint: 'field_not_allowed',
    });
    await database.query('delete from auth.users where id = $1', [teacher]);
  });
});

describe('the page of a student', () => {
  const slug = async () => (await own()).slug;

  it('has its slug from the moment it is switched on, and keeps it', async () => {
    await update({ is_public: true });
    expect(await own()).toMatchObject({ is_public: true, slug: 'zuleica-avila' });
    await update({ name: 'Zuleica Bandeira' });
    expect(await slug()).toBe('zuleica-avila');
    await update({ is_public: false });
    expect(await own()).toMatchObject({ is_public: false, slug: 'zuleica-avila' });
    await update({ is_public: true });
    expect(await slug()).toBe('zuleica-avila');
  });

  it('gets another slug than pages of the same name', async () => {
    const twin = await register(database, { ...STUDENT, name: 'Zuleica Avila' });
    await update({ is_public: true }, twin);
    await update({ is_public: true });
    expect(await slug()).toBe('zuleica-avila-2');
    await database.query('delete from auth.users where id = $1', [twin]);
  });

  it('uses a name that is changed in the same command', async () => {
    await update({ name: 'Nome de Palco', is_public: true });
    expect(await slug()).toBe('nome-de-palco');
  });

  it('is gone with the account, with every word on it', async () => {
    await update({ bio: 'Só aqui', interests: ['bailes'], dancing_since: 2001, is_public: true });
    await database.query('delete from auth.users where id = $1', [me]);
    const [row] = await database.query<{ row: Record<string, unknown> }>(
      'select to_jsonb(s) as row from public.students s where id = $1',
      [me],
    );
    const { id, created_at, ...rest } = row?.row ?? {};
    expect([id, typeof created_at]).toEqual([me, 'string']);
    expect(rest).toEqual({
      is_public: false,
      hidden_at: null,
      slug: null,
      bio: null,
      interests: [],
      dancing_since: null,
      experience: null,
      favourite_songs: null,
      instagram: null,
    });
  });
});

describe('the enhanced profile', () => {
  const EXTRA = { experience: 'Comecei num casamento.', favourite_songs: 'Xote', instagram: 'zuleica.danca' };

  it('refuses its fields without the benefit, but lets them be emptied', async () => {
    for (const [field, value] of Object.entries(EXTRA)) {
      expect(await refusal(() => update({ [field]: value }))).toMatchObject({
        code: '42501',
        hint: 'benefit_missing',
        detail: field,
      });
      await update({ [field]: null });
    }
  });

  it('[T008] takes them with the benefit, and tells the phones that there is one', async () => {
    const before = (await own())._xid;
    await support('giro_completo');
    expect((await own())._xid).toBeGreaterThan(before);
    await update(EXTRA);
    expect(await own()).toMatchObject({ ...EXTRA, benefits: ['listing', 'enhanced_profile'] });
    await database.query('update public.supporter_tiers set user_id = null where user_id = $1', [me]);
    expect(await own()).toMatchObject({ ...EXTRA, benefits: [] });
  });

  it('does not come with another benefit', async () => {
    await support('passinho');
    expect(await own()).toMatchObject({ benefits: ['listing'] });
    expect(await refusal(() => update(EXTRA))).toMatchObject({ hint: 'benefit_missing' });
  });
});
