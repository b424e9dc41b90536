/** The lists of the back-office: pages, orders, filters, searches and permissions. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { idOf, refusal } from '../accounts/account-steps.ts';
import { type Couple, createCouple } from '../lessons/lesson-steps.ts';
import { ADMIN_LISTS } from '../matrix/admin.ts';
import { list, listAll } from './admin-steps.ts';

interface Teacher {
  id: string;
  name: string;
  state: string;
  rating_average: number | null;
  city_name: string | null;
  style_names: string[];
}

let database: TestDatabase;
let admin: string;
let couple: Couple;
const NAMES = [
  'Ágata Reis',
  'Bruno Lima',
  'bruno lima',
  'Célia Prado',
  'Davi Ávila',
  'Élcio Nunes',
  'Zoé Braga',
];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  const cityId = await idOf(database, 'cities', 'Vitória');
  const zouk = await idOf(database, 'dance_styles', 'Zouk');
  for (const [place, name] of NAMES.entries()) {
    const id = await database.createUser({
      role: 'teacher',
      name,
      email: `professor.${place}@escola.example`,
      isActive: place > 1,
      isPaused: place === 3,
      styleIds: place % 2 === 0 ? [zouk] : [],
      ...(place < 3 && { cityId }),
    });
    if (place > 3) {
      await database.query(
        'insert into public.user_evaluation_stats (user_id, five_stars, one_star) values ($1, $2, 1)',
        [id, place],
      );
    }
  }
  couple = await createCouple(database);
  await database.query('insert into public.user_evaluation_stats (user_id, five_stars) values ($1, 1)', [
    couple.teacher,
  ]);
});
afterAll(() => database.close());

const teachers = (asked = {}) => list<Teacher>(database, admin, 'teachers', asked);
const names = async (asked = {}) => (await teachers(asked)).rows.map((row) => row.name);

describe('every list', () => {
  it.each(ADMIN_LISTS)('%s is refused to other people by name, and to visitors', async (name) => {
    for (const person of [couple.student, couple.teacher]) {
      expect(await refusal(() => list(database, person, name))).toMatchObject({
        code: '42501',
        hint: 'admin_only',
      });
    }
    expect(await refusal(() => list(database, null, name))).toMatchObject({ code: '42501' });
  });

  it.each(ADMIN_LISTS)('%s returns rows, next and total, and accepts every sort of its own', async (name) => {
    const [definition] = await database.query<{ sorts: Record<string, unknown>; filters: object }>(
      'select sorts, filters from app.admin_lists where name = $1',
      [name],
    );
    const [{ count: cities } = { count: 0 }] = await database.query<{ count: number }>(
      'select count(*)::int as count from public.cities',
    );
    for (const sort of Object.keys(definition?.sorts ?? {})) {
      for (const sorted of [sort, `-${sort}`]) {
        const page = await list(database, admin, name, { sort: sorted });
        // Every municipality of Brazil is a city: the only list here of more than a page.
        const isWhole = name !== 'cities';
        expect(page).toEqual({
          rows: expect.any(Array),
          next: isWhole ? null : { sort: sorted, keys: expect.any(Array) },
          total: isWhole ? page.rows.length : cities,
          total_is_capped: false,
        });
        expect(page.rows.length).toBeLessThanOrEqual(50);
      }
    }
  });

  it.each([
    [{ filter: { what_is_this: 'x' } }, 'what_is_this'],
    [{ filter: { state: { $ne: 1 } } }, 'state'],
    [{ filter: { city_id: 'x' } }, 'filter'],
    [{ filter: { featured: 'maybe' } }, 'filter'],
    [{ filter: { created_from: 'gestern' } }, 'filter'],
    [{ sort: 'email; drop table x' }, 'sort'],
    [{ after: { sort: '-name', keys: ['a', randomUUID()] } }, 'after'],
    [{ after: { sort: 'name', keys: ['a'] } }, 'after'],
    [{ after: { sort: 'name', keys: ['a', null] } }, 'after'],
    [{ after: { sort: 'name', keys: ['a', 'x'] } }, 'filter'],
    [{ after: 'x' }, 'after'],
  ])('refuses %j', async (asked, detail) => {
    expect(await refusal(() => teachers(asked))).toEqual({ code: '22023', hint: 'invalid_value', detail });
  });
});

describe('pages', () => {
  it.each(['name', '-name', 'created_at', '-created_at', 'rating', '-rating'])(
    'by %s continue where the last one ended: no row twice, none left out',
    async (sort) => {
      const whole = await teachers({ sort });
      expect(whole.total).toBe(NAMES.length + 1);
      for (const size of [1, 3]) {
        const paged = await listAll<Teacher>(database, admin, 'teachers', { sort, size });
        expect(paged.map((row) => row.id)).toEqual(whole.rows.map((row) => row.id));
      }
    },
  );

  it('are in the order of folded names, and of ratings with unrated people last', async () => {
    expect(await names({ sort: 'name' })).toEqual([
      'Ágata Reis',
      ...['Bruno Lima', 'bruno lima'].sort((a, b) => order(a) - order(b)),
      'Célia Prado',
      'Davi Ávila',
      'Élcio Nunes',
      'Marina Couto',
      'Zoé Braga',
    ]);
    expect((await names({ sort: '-rating' })).slice(0, 4)).toEqual([
      'Marina Couto',
      'Zoé Braga',
      'Élcio Nunes',
      'Davi Ávila',
    ]);
  });
  // Rows with the same folded name are ordered by id, which is random here.
  let byId: string[] = [];
  beforeAll(async () => {
    byId = (await database.query<{ name: string }>('select name from app.teacher_directory order by id')).map(
      (row) => row.name,
    );
  });
  const order = (name: string) => byId.indexOf(name);

  it('count once, on the first', async () => {
    const first = await teachers({ size: 3 });
    expect(first).toMatchObject({ total: 8, total_is_capped: false });
    expect((await teachers({ size: 3, after: first.next })).total).toBeNull();
  });

  it('stay right while rows come and go between them', async () => {
    const first = await teachers({ size: 2 });
    const newcomer = await database.createUser({ role: 'teacher', name: 'Aaron Antes' });
    const second = await teachers({ size: 2, after: first.next });
    await database.query('delete from auth.users where id = $1', [newcomer]);
    expect(second.rows.map((row) => row.id)).not.toContain(first.rows[1]?.id);
    expect(second.rows[0]?.name.toLowerCase()).toBe('bruno lima');
  });
});

describe('teachers', () => {
  it.each([
    ['agata', ['Ágata Reis']],
    ['AVI', ['Davi Ávila']],
    ['vila', []],
    ['avila dav', ['Davi Ávila']],
    ['professor.3@escola', ['Célia Prado']],
    ['  ', NAMES.length + 1],
    ["'; drop", []],
    ['bruno & | ! :*', 2],
  ])('are searched by the beginnings of words, accents aside: %j', async (search, expected) => {
    const found = await names({ filter: { search } });
    expect(Array.isArray(expected) ? found : found.length).toEqual(expected);
  });

  it.each([
    [{ state: 'pending' }, 2],
    [{ state: 'paused' }, 1],
    [{ state: 'active' }, 5],
    [{ has_slug: false }, 8],
    [{ featured: true }, 0],
    [{ state: 'active', search: 'bruno' }, 1],
    [{ state: '' }, 8],
    [{ state: null }, 8],
  ])('are filtered by %j', async (filter, expected) => {
    expect((await teachers({ filter })).total).toBe(expected);
  });

  it('are filtered by city and style, and shown with their names', async () => {
    const city_id = await idOf(database, 'cities', 'Vitória');
    const style_id = await idOf(database, 'dance_styles', 'Zouk');
    const { rows } = await teachers({ filter: { city_id, style_id } });
    expect(rows).toMatchObject([
      {
        name: 'Ágata Reis',
        city_name: 'Vitória',
        style_names: ['Zouk'],
        state: 'pending',
        rating_average: null,
      },
      { name: 'bruno lima', city_name: 'Vitória', style_names: ['Zouk'], state: 'active' },
    ]);
  });

  it('follow changes of name, state, styles and rating, and are gone with the account', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Antes Assim' });
    const found = async (filter: object) =>
      (await list<Teacher>(database, admin, 'teachers', { filter: { ...filter } })).rows.filter(
        (row) => row.id === id,
      );
    await database.query(`update public.user_profiles set name = 'Depois Assado' where id = $1`, [id]);
    expect(await found({ search: 'antes' })).toEqual([]);
    expect(await found({ search: 'depois' })).toHaveLength(1);
    await database.query('update public.teachers set is_active = false where id = $1', [id]);
    expect(await found({ state: 'inactive' })).toHaveLength(1);
    await database.query(
      `insert into public.teacher_dance_styles select $1, id from public.dance_styles where name = 'Valsa'`,
      [id],
    );
    await database.query('insert into public.user_evaluation_stats (user_id, four_stars) values ($1, 2)', [
      id,
    ]);
    expect(await found({})).toMatchObject([{ style_names: ['Valsa'], rating_average: 4, rating_count: 2 }]);
    await database.query(`update public.user_profiles set role = 'student' where id = $1`, [id]);
    expect(await found({})).toEqual([]);
    await database.query(`update public.user_profiles set role = 'teacher' where id = $1`, [id]);
    expect(await found({})).toHaveLength(1);
    await database.query('select app.forget_user($1)', [id]);
    expect(await found({})).toEqual([]);
  });
});
