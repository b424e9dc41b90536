/** Events: what admins write, and what phones receive. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { idOf } from '../accounts/account-steps.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
let city: string;
let forro: string;
let phone: Phone;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
  city = await idOf(database, 'cities', 'Vitória');
  forro = await idOf(database, 'dance_styles', 'Forró');
});
afterAll(() => database.close());
beforeEach(async () => {
  phone = new Phone(database, 'pull_content');
  await phone.sync();
});

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

type Fields = Record<string, unknown>;
async function add(fields: Fields = {}): Promise<string> {
  const id = randomUUID();
  const row: Fields = {
    id,
    title: 'Baile da Lua',
    kind: 'baile',
    city_id: city,
    starts_at: soon(5),
    ...fields,
  };
  const names = Object.keys(row);
  await database.as('authenticated', admin, (tx) =>
    tx.query(
      `insert into public.events (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`,
      Object.values(row),
    ),
  );
  return id;
}
const change = (id: string, assignment: string, params: unknown[] = []) =>
  database.as('authenticated', admin, (tx) =>
    tx.query(`update public.events set ${assignment} where id = $1`, [id, ...params]),
  );

describe('an event', () => {
  it('reaches phones when it is published, with everything a screen needs, and leaves with that', async () => {
    const id = await add({
      dance_style_ids: `{${forro}}`,
      venue: 'Salão',
      starts_at: '2031-12-05T22:00:00-03:00',
      ends_at: '2031-12-06T03:00:00-03:00',
      price: 'R$ 30',
      url: 'https://example.com/baile',
      description: 'Traga par.',
      organiser: 'Nós',
    });
    expect(await phone.sync()).toEqual([]);
    await change(id, 'is_published = true');
    expect(await phone.sync()).toMatchObject([
      {
        id,
        kind: 'event',
        slug: 'baile-da-lua',
        sort_key: '2031-12-06T01:00:00Z',
        data: {
          title: 'Baile da Lua',
          event_kind: 'baile',
          style_ids: [forro],
          city_id: city,
          venue: 'Salão',
          starts_at: '2031-12-06T01:00:00Z',
          ends_at: '2031-12-06T06:00:00Z',
          price: 'R$ 30',
          url: 'https://example.com/baile',
          description: 'Traga par.',
          organiser: 'Nós',
        },
      },
    ]);
    await change(id, 'title = $2', ['Baile do Sol']);
    expect(await phone.sync()).toMatchObject([{ id, slug: 'baile-da-lua', data: { title: 'Baile do Sol' } }]);
    await change(id, 'is_published = false');
    expect(await phone.sync()).toMatchObject([{ id, _deleted: true, data: null }]);
    await change(id, 'is_published = true');
    await phone.sync();
    await database.as('authenticated', admin, (tx) =>
      tx.query('delete from public.events where id = $1', [id]),
    );
    expect(await phone.sync()).toMatchObject([{ id, _deleted: true, data: null }]);
  });

  it('of the same title has its own slug', async () => {
    await add({ title: 'Festa de São João!' });
    const second = await add({ title: 'Festa de Sao Joao' });
    const [row] = await database.query('select slug from public.events where id = $1', [second]);
    expect(row).toEqual({ slug: 'festa-de-sao-joao-2' });
  });

  it('that ended long ago leaves phones when another one is written, one of last week does not', async () => {
    const old = await add({ title: 'Antigo', starts_at: soon(20), is_published: true });
    const last = await add({ title: 'Da semana', starts_at: soon(-7), is_published: true });
    await phone.sync();
    expect(phone.rows.get(old)?._deleted).toBe(false);
    await database.exec('alter table public.events disable trigger user');
    await database.query('update public.events set starts_at = $2 where id = $1', [old, soon(-31)]);
    await database.exec('alter table public.events enable trigger user');
    await add({ title: 'Novo', is_published: true });
    await phone.sync();
    expect([phone.rows.get(old)?._deleted, phone.rows.get(last)?._deleted]).toEqual([true, false]);
    expect(await database.query('select 1 from public.events where id = $1', [old])).toHaveLength(1);
  });

  it.each([
    ['title', 'ab', '23514'],
    ['title', 'Baile\nduplo', '23514'],
    ['kind', 'rave', '23514'],
    ['url', 'http://example.com', '23514'],
    ['url', 'javascript:alert(1)', '23514'],
    ['slug', 'Baile', '23514'],
    ['ends_at', soon(1), '23514'],
    ['ends_at', soon(60), '23514'],
    ['description', ' ', '23514'],
    ['city_id', randomUUID(), '23503'],
    ['dance_style_ids', `{${randomUUID()}}`, '23503'],
    ['price', 'Grátis', null],
  ])('with %s %j: %s', async (field, value, state) => {
    expect(await sqlState(() => add({ title: `Baile ${field}`, [field]: value }))).toBe(state);
  });

  it('keeps its id, and each style once', async () => {
    const id = await add({ dance_style_ids: `{${forro},${forro}}` });
    expect(
      await database.query('select dance_style_ids as s from public.events where id = $1', [id]),
    ).toEqual([{ s: [forro] }]);
    expect(await sqlState(() => change(id, 'id = gen_random_uuid()'))).toBe('23001');
  });

  it('is written by admins only', async () => {
    const student = await database.createUser({ role: 'student' });
    const insert = `insert into public.events (title, kind, city_id, starts_at) values ('Meu baile', 'baile', $1, now())`;
    for (const [role, person] of [
      ['anon', null],
      ['authenticated', student],
    ] as const) {
      expect(await sqlState(() => database.as(role, person, (tx) => tx.query(insert, [city])))).toBe('42501');
    }
  });
});
