import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';

interface Found {
  teachers: { id: string; name: string; [key: string]: unknown }[];
  total_count: number;
  total_pages: number;
}
type Arguments = Partial<{
  page_number: number | null;
  items_per_page: number | null;
  name_filter: string | null;
  style_filter: string | null;
  city_filter: string | null;
  admin_view: boolean | null;
}>;

const PLAIN = 'search_teachers_with_filters';
const CACHED = 'search_teachers_with_filters_cached';

let database: TestDatabase;
let admin: string;
let hidden: string;
const cities = new Map<string, string>();
const styles = new Map<string, string>();

async function search(procedure: string, filters: Arguments = {}, as: string | null = null): Promise<Found> {
  const names = Object.keys(filters).map((name, at) => `${name} => $${at + 1}`);
  const rows = await database.as(as === null ? 'anon' : 'authenticated', as, (tx) =>
    tx.query<{ found: Found }>(
      `select public.${procedure}(${names.join(', ')}) as found`,
      Object.values(filters),
    ),
  );
  if (!rows[0]) throw new Error('the search answered nothing');
  return rows[0].found;
}
const names = (found: Found) => found.teachers.map((teacher) => teacher.name);

beforeAll(async () => {
  database = await createTestDatabase();
  for (const { id, name } of await database.query<{ id: string; name: string }>(
    'select id, name from public.cities',
  ))
    cities.set(name, id);
  for (const { id, name } of await database.query<{ id: string; name: string }>(
    'select id, name from public.dance_styles',
  ))
    styles.set(name, id);
  const teacher = (name: string, city: string, dances: string[], rest = {}) =>
    database.createUser({
      role: 'teacher',
      name,
      cityId: cities.get(city) ?? '',
      styleIds: dances.map((dance) => styles.get(dance) ?? ''),
      ...rest,
    });
  admin = await database.createUser({ role: 'admin', name: 'Administradora' });
  await teacher('Ângela Souza', 'São Paulo', ['Forró', 'Zouk', 'Axé']);
  // An old row, written before names were restricted to letters.
  await database.exec('alter table public.user_profiles disable trigger aa_clean');
  await teacher('angelo 100% Lima', 'São Paulo', ['Samba']);
  await database.exec('alter table public.user_profiles enable trigger aa_clean');
  await teacher('Bruno Ávila', 'Vitória', ['Samba de Gafieira', 'Forró']);
  const star = await teacher('Zeca Estrela', 'Vitória', ['Tango']);
  await database.query(
    `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1, 'zeca@example.com', 'destaque_salao', 20)`,
    [star],
  );
  hidden = await teacher('Oculta Inativa', 'Vitória', ['Forró'], { isActive: false });
  await teacher('Oculta Pausada', 'Vitória', ['Forró'], { isPaused: true });
});
afterAll(() => database.close());

describe.each([PLAIN, CACHED])('%s', (procedure) => {
  it('returns teachers with their fields, and totals', async () => {
    const found = await search(procedure, { name_filter: 'Ângela' });
    expect(Object.keys(found).sort()).toEqual(['teachers', 'total_count', 'total_pages']);
    expect(found).toMatchObject({ total_count: 1, total_pages: 1 });
    const { id, approved_at, checks, ...fields }: Record<string, unknown> = found.teachers[0] ?? {};
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(approved_at).not.toBeNull();
    expect(checks).toMatch(/^i\d{10}$/);
    expect(fields).toEqual({
      name: 'Ângela Souza',
      city_name: 'São Paulo',
      profile_image_url: null,
      whatsapp: null,
      bio: null,
      experience: null,
      neighborhood: null,
      instagram: null,
      modalidades_aula: ['particular'],
      dance_styles: ['Forró', 'Zouk', 'Axé'],
      is_active: true,
      slug: null,
      rating_average: null,
      rating_count: 0,
      five_stars: 0,
      four_stars: 0,
      three_stars: 0,
      two_stars: 0,
      one_star: 0,
      is_featured: false,
      is_highlighted: false,
    });
  });

  it('accepts the six arguments of the specification', async () => {
    const [row] = await database.query<{ names: string[] }>(
      `select proargnames as names from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace`,
      [procedure],
    );
    // Our own come after them and have defaults.
    expect(row?.names.slice(0, 6).sort()).toEqual(
      ['page_number', 'items_per_page', 'name_filter', 'style_filter', 'city_filter', 'admin_view'].sort(),
    );
    expect(row?.names.slice(6)).toEqual(['availability_filter', 'criteria']);
  });

  it('sorts highlighted first, then by name without accents and case', async () => {
    expect(names(await search(procedure))).toEqual([
      'Zeca Estrela',
      'Ângela Souza',
      'angelo 100% Lima',
      'Bruno Ávila',
    ]);
  });

  it.each<[Arguments, string[]]>([
    [{ name_filter: 'ANGEL' }, ['Ângela Souza', 'angelo 100% Lima']],
    [{ name_filter: '  avila ' }, ['Bruno Ávila']],
    [{ name_filter: '0% l' }, ['angelo 100% Lima']],
    [{ name_filter: '%' }, ['angelo 100% Lima']],
    [{ name_filter: '_' }, []],
    [{ style_filter: 'forro' }, ['Ângela Souza', 'Bruno Ávila']],
    [{ style_filter: 'Samba' }, ['angelo 100% Lima']],
    [{ city_filter: 'SAO PAULO' }, ['Ângela Souza', 'angelo 100% Lima']],
    [{ city_filter: 'Vitória', style_filter: 'Forró' }, ['Bruno Ávila']],
    [{ city_filter: 'Atlântida' }, []],
    [{ style_filter: 'Polca' }, []],
    [
      { name_filter: '', style_filter: ' ', city_filter: null },
      ['Zeca Estrela', 'Ângela Souza', 'angelo 100% Lima', 'Bruno Ávila'],
    ],
  ])('%j finds %j', async (filters, expected) => {
    const found = await search(procedure, filters);
    expect(names(found)).toEqual(expected);
    expect(found.total_count).toBe(expected.length);
  });

  it('returns pages, and the totals on a page behind the last', async () => {
    expect(await search(procedure, { page_number: 2, items_per_page: 3 })).toMatchObject({
      total_count: 4,
      total_pages: 2,
      teachers: [{ name: 'Bruno Ávila' }],
    });
    expect(await search(procedure, { page_number: 9, items_per_page: 3 })).toEqual({
      teachers: [],
      total_count: 4,
      total_pages: 2,
    });
    expect(await search(procedure, { page_number: 2147483647, items_per_page: 10000 })).toMatchObject({
      teachers: [],
      total_count: 4,
    });
    expect(await search(procedure, { name_filter: 'zzzz' })).toEqual({
      teachers: [],
      total_count: 0,
      total_pages: 0,
    });
  });

  it.each<[Arguments, number]>([
    [{ page_number: 0 }, 4],
    [{ page_number: -3, items_per_page: 12 }, 4],
    [{ page_number: null, items_per_page: null }, 4],
    [{ items_per_page: 0 }, 1],
    [{ items_per_page: 10000 }, 4],
    [{ admin_view: null }, 4],
  ])('limits %j to the allowed range', async (filters, count) => {
    expect((await search(procedure, filters)).teachers).toHaveLength(count);
  });

  it.each(['name_filter', 'style_filter', 'city_filter'])(
    'refuses a %s of more than 200 characters',
    async (filter) => {
      expect(await sqlState(() => search(procedure, { [filter]: 'a'.repeat(201) }))).toBe('22023');
      expect((await search(procedure, { [filter]: 'a'.repeat(200) })).total_count).toBe(0);
    },
  );

  it('shows inactive and paused teachers only to admins who ask for them', async () => {
    const asked = { admin_view: true, name_filter: 'oculta' };
    const found = await search(procedure, asked, admin);
    expect(found.teachers.map(({ name, is_active }) => ({ name, is_active }))).toEqual([
      { name: 'Oculta Inativa', is_active: false },
      { name: 'Oculta Pausada', is_active: true },
    ]);
    expect((await search(procedure, { name_filter: 'oculta' }, admin)).total_count).toBe(0);
    expect((await search(procedure, asked, hidden)).total_count).toBe(0);
    expect((await search(procedure, asked)).total_count).toBe(0);
  });

  it('does not show a teacher who was deactivated', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Some Logo' });
    expect((await search(procedure, { name_filter: 'some logo' })).total_count).toBe(1);
    await database.query('update public.teachers set is_active = false where id = $1', [id]);
    expect((await search(procedure, { name_filter: 'some logo' })).total_count).toBe(0);
  });
});

describe('the direct select of listings', () => {
  it('returns the same teachers in the same order', async () => {
    const rows = await database.as('anon', null, (tx) =>
      tx.query<{ id: string; city: string }>(
        `select l.id, c.name as city from public.teacher_listings l left join public.cities c on c.id = l.city_id
         order by l.rank limit 12`,
      ),
    );
    const found = await search(PLAIN);
    expect(rows).toEqual(found.teachers.map((teacher) => ({ id: teacher.id, city: teacher.city_name })));
  });
});

describe('the cached search', () => {
  const entries = () =>
    database.query<{ key: string }>('select key from app.search_cache order by created_at');
  /** Marks cached answers, to see which answer comes out of the cache. */
  const mark = () => database.exec(`update app.search_cache set answer = answer || '{"kept": true}'`);
  const isKept = async (filters: Arguments = {}) => 'kept' in (await search(CACHED, filters));

  beforeEach(() => database.exec('delete from app.search_cache'));

  it('caches an answer, and returns it for an equivalent question', async () => {
    await search(CACHED, { style_filter: 'Forró' });
    await mark();
    expect(await isKept({ style_filter: ' FORRO ', page_number: 0 })).toBe(true);
    expect(await isKept({ style_filter: 'Zouk' })).toBe(false);
    expect('kept' in (await search(PLAIN, { style_filter: 'Forró' }))).toBe(false);
  });

  it.each([
    ['a listing', `update public.teachers set bio = bio || 'x' where slug is null or true`],
    ['a style', `update public.dance_styles set name = 'Forró!' where name = 'Forró'`],
    ['a city', `update public.cities set active = not active where name = 'Natal'`],
  ])('drops it when %s changes', async (what, statement) => {
    if (what === 'a listing') await database.exec(`update public.teachers set bio = 'y' || random()`);
    await search(CACHED);
    await mark();
    await database.exec(statement);
    expect(await isKept()).toBe(false);
    await database.exec(`update public.dance_styles set name = 'Forró' where name = 'Forró!'`);
  });

  it('drops it after 60 seconds', async () => {
    await search(CACHED);
    await mark();
    await database.exec(`update app.search_cache set created_at = clock_timestamp() - interval '55 seconds'`);
    expect(await isKept()).toBe(true);
    await database.exec(`update app.search_cache set created_at = clock_timestamp() - interval '61 seconds'`);
    expect(await isKept()).toBe(false);
    // A clock that was set back must not extend the life of an answer.
    await mark();
    await database.exec(`update app.search_cache set created_at = clock_timestamp() + interval '1 hour'`);
    expect(await isKept()).toBe(false);
  });

  it('keeps at most 200 answers, the newest', async () => {
    await database.as('anon', null, (tx) =>
      tx.exec(`do $$ begin
        for page in 1..230 loop perform public.search_teachers_with_filters_cached(page_number => page); end loop;
      end $$`),
    );
    const pages = new Set((await entries()).map((entry) => Number(JSON.parse(entry.key)[0])));
    expect(pages.size).toBe(200);
    // A coarse clock may give neighbours the same age: the order of their eviction is open.
    expect([1, 10, 20].filter((page) => pages.has(page))).toEqual([]);
    expect([40, 100, 230].filter((page) => pages.has(page))).toEqual([40, 100, 230]);
  });

  it('caches nothing of an administrator’s view', async () => {
    await search(CACHED, { admin_view: true }, admin);
    expect(await entries()).toEqual([]);
    await search(CACHED, { admin_view: true }, hidden);
    expect(await entries()).toHaveLength(1);
  });

  it('answers in a read-only transaction too, without caching', async () => {
    const found = await database.as('anon', null, async (tx) => {
      await tx.exec('set transaction read only');
      return tx.query<{ found: Found }>('select public.search_teachers_with_filters_cached() as found');
    });
    expect(found[0]?.found.total_count).toBe(4);
    expect(await entries()).toEqual([]);
  });

  it('is not filled by a search that saw its own uncommitted change', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Ainda Não' });
    await database.transaction(async (tx) => {
      await tx.query('update public.teachers set is_active = false where id = $1', [id]);
      await tx.query('select public.search_teachers_with_filters_cached()');
    });
    await mark();
    expect(await isKept()).toBe(false);
  });
});
