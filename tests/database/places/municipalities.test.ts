/** Cities as open, known or closed ones: who may choose them, what phones hold of them, and what opens one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { municipalities } from '../../../scripts/municipalities.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Page, pull } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
const all = municipalities();

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Administradora' });
});
afterAll(() => database.close());

interface City {
  id: string;
  active: boolean;
  _xid: string;
}
async function city(name: string): Promise<City> {
  const [row] = await database.query<City>('select id, active, _xid from public.cities where name = $1', [
    name,
  ]);
  if (!row) throw new Error(`no ${name}`);
  return row;
}
const isShown = async (name: string) => Number((await city(name))._xid) >= 0;
const setActive = (name: string, active: boolean) =>
  database.as('authenticated', admin, (tx) =>
    tx.query('update public.cities set active = $2 where name = $1', [name, active]),
  );

async function pulled(): Promise<Page> {
  const page = await pull(database, 'pull_cities', null, null);
  expect(page.done).toBe(true);
  return page;
}

it('are all of the list, each with its facts, ten of them compared with IBGE’s by hand', async () => {
  const rows = await database.query<{ ibge: number; name: string; zone: string; area_code: number }>(
    'select f.ibge, c.name, f.zone, f.area_code from app.city_facts f join public.cities c on c.id = f.city_id order by 1',
  );
  expect(rows).toHaveLength(5571);
  expect(rows).toEqual(
    all.map(({ ibge, label, zone, areaCode }) => ({ ibge, name: label, zone, area_code: areaCode })),
  );
  const known = new Map(rows.map(({ ibge, name, zone, area_code }) => [ibge, [name, area_code, zone]]));
  const [east, west] = ['America/Sao_Paulo', 'America/Porto_Velho'];
  for (const [ibge, facts] of [
    [2611606, ['Recife', 81, east]],
    [2609600, ['Olinda', 81, east]],
    [3303302, ['Niterói', 21, east]],
    [3509502, ['Campinas', 19, east]],
    [1302603, ['Manaus', 92, west]],
    [1200401, ['Rio Branco', 68, 'America/Rio_Branco']],
    [2605459, ['Fernando de Noronha', 81, 'America/Noronha']],
    [4205704, ['Garopaba', 48, east]],
    [5103403, ['Cuiabá', 65, west]],
    [2501807, ['Bayeux', 83, east]],
  ] as const)
    expect([ibge, known.get(ibge)]).toEqual([ibge, facts]);
});

it('bear the state where two share a name, but for capitals, and no two look alike', async () => {
  const names = (await database.query<{ name: string }>('select name from public.cities')).map(
    ({ name }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['Palmas', 'Palmas, PR', 'Bom Jesus, PB', 'Bom Jesus, RS']));
  expect(names).not.toContain('Bom Jesus');
  expect(new Set(names).size).toBe(names.length);
});

describe('on phones', () => {
  it('are only those that opened, or that something public names', async () => {
    const before = await pulled();
    expect(before.rows.length).toBe(before.total);
    expect(before.rows.length).toBeLessThan(40);
    const names = before.rows.map(({ name }) => name);
    expect(names).toContain('Vitória');
    expect(names).not.toContain('Niterói');
    const student = await database.createUser({ role: 'student', name: 'Aluna' });
    for (const reader of ['anon', 'authenticated'] as const) {
      const seen = await database.as(reader, reader === 'anon' ? null : student, (tx) =>
        tx.query('select name from public.cities'),
      );
      expect(seen.length).toBe(before.rows.length);
    }
    expect(Object.keys(before.rows[0] ?? {}).sort()).toEqual([
      '_deleted',
      '_xid',
      'active',
      'id',
      'is_closed',
      'name',
    ]);
  });

  it('come with the first change after they are named, and ask for no pull before', async () => {
    const { checkpoint } = await pulled();
    if (!checkpoint) throw new Error('nothing was pulled');
    const next = () => pull(database, 'pull_cities', checkpoint, null);
    expect((await next()).rows).toEqual([]);
    const student = await database.createUser({
      role: 'student',
      name: 'Rui',
      cityId: (await city('Olinda')).id,
    });
    expect([(await next()).rows, await isShown('Olinda')]).toEqual([[], false]);
    await database.query('update public.students set is_public = true, slug = $2 where id = $1', [
      student,
      'rui',
    ]);
    expect((await next()).rows).toMatchObject([{ name: 'Olinda', active: false, _deleted: false }]);
  });
});

describe('open', () => {
  const teacherOf = async (name: string, isActive: boolean) => {
    const [style] = await database.query<{ id: string }>('select id from public.dance_styles limit 1');
    return database.createUser({
      role: 'teacher',
      name: 'Ângela Souza',
      cityId: (await city(name)).id,
      styleIds: [style?.id ?? ''],
      isActive,
    });
  };

  it('with the first teacher who is listed there, not with one who waits', async () => {
    await teacherOf('Niterói', false);
    expect(await city('Niterói')).toMatchObject({ active: false });
    await teacherOf('Niterói', true);
    expect(await city('Niterói')).toMatchObject({ active: true });
    expect((await pulled()).rows.map(({ name }) => name)).toContain('Niterói');
  });

  it('never by themselves once the team has closed them, and stay for who lives there', async () => {
    await setActive('Niterói', false);
    const person = await teacherOf('Niterói', true);
    expect(await city('Niterói')).toMatchObject({ active: false });
    const [listing] = await database.query<{ city_id: string }>(
      'select city_id from public.teacher_listings where id = $1',
      [person],
    );
    expect(listing?.city_id).toBe((await city('Niterói')).id);
    await setActive('Niterói', true);
    await setActive('Campinas', true);
    expect([(await city('Niterói')).active, (await city('Campinas')).active]).toEqual([true, true]);
  });
});

it('are found by name in the team’s list', async () => {
  const found = await database.as('authenticated', admin, async (tx) => {
    const [row] = await tx.query<{ list: { rows: { name: string }[] } }>(
      `select public.admin_list_cities('{"search": "ilhab"}', null, null, 200) as list`,
    );
    return row?.list.rows.map(({ name }) => name);
  });
  expect(found).toEqual(['Ilhabela']);
});

describe('may be chosen', () => {
  const offered = async (name: string) => {
    const [row] = await database.query<{ is: boolean }>('select app.is_city_offered($1) as is', [
      (await city(name)).id,
    ]);
    return row?.is;
  };

  it('while they are not closed', async () => {
    expect([await offered('Sorocaba'), await offered('Vitória')]).toEqual([true, true]);
    await setActive('Sorocaba', true);
    await setActive('Sorocaba', false);
    expect(await offered('Sorocaba')).toBe(false);
  });

  it('by a person’s own profile; a closed one is refused, and keeps who lives there', async () => {
    const [olinda, sorocaba] = [await city('Olinda'), await city('Sorocaba')];
    const me = await database.createUser({ role: 'student', name: 'Ana', cityId: olinda.id });
    const change = (changes: object) =>
      database.as('authenticated', me, (tx) =>
        tx.query('select public.update_profile($1, $2, null)', [randomUUID(), changes]),
      );
    await expect(change({ city_id: sorocaba.id })).rejects.toMatchObject({ hint: 'city_unknown' });
    await change({ city_id: (await city('Recife')).id });
    await change({ city_id: olinda.id });
    await setActive('Olinda', true);
    await setActive('Olinda', false);
    await change({ city_id: olinda.id, name: 'Ana Maria' });
  });
});
