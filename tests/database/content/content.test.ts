/**
 * The projection of public content: the rows that its two functions write, and how phones and
 * visitors read them.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { hintAtOnce } from '../../support/hint-at-once.ts';
import { Phone, pull } from '../support/phone.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Fields = Partial<{ kind: string; slug: string | null; sortKey: string; data: unknown }>;

const put = (id: string, { kind = 'event', slug = null, sortKey = 'a', data = {} }: Fields = {}) =>
  database.query('select app.put_content($1, $2, $3, $4, $5::text::jsonb)', [
    kind,
    id,
    slug,
    sortKey,
    JSON.stringify(data),
  ]);
const remove = (id: string, kind = 'event') =>
  database.query('select app.remove_content($1, $2)', [kind, id]);

let phone: Phone;
let id: string;
beforeEach(async () => {
  id = randomUUID();
  phone = new Phone(database, 'pull_content');
  await phone.sync();
});

describe('content', () => {
  it('reaches phones with all its columns, to visitors too', async () => {
    await put(id, { slug: 'baile-de-gala', sortKey: '2027-01-02', data: { title: 'Baile de Gala' } });
    const [row] = await phone.sync();
    expect(row).toMatchObject({
      id,
      kind: 'event',
      slug: 'baile-de-gala',
      sort_key: '2027-01-02',
      data: { title: 'Baile de Gala' },
      _deleted: false,
    });
    expect(Number.isNaN(Date.parse(String(row?.updated_at)))).toBe(false);
    const answer = await database.as('anon', null, (tx) => pull(tx, 'pull_content', null, 500));
    expect(answer.rows.map((one) => one.id)).toContain(id);
  });

  it('that is removed becomes a blank tombstone, and is live again when it is put again', async () => {
    await put(id, { slug: 'some', data: { text: 'Some daqui' } });
    await phone.sync();
    await remove(id);
    const [tombstone] = await phone.sync();
    expect(tombstone).toMatchObject({ id, _deleted: true, slug: null, sort_key: null, data: null });
    const read = () =>
      database.as('anon', null, (tx) =>
        tx.query('select data from public.content_items where id = $1', [id]),
      );
    expect(await read()).toEqual([]);
    await put(id, { slug: 'some', data: { text: 'Voltou' } });
    expect(await phone.sync()).toMatchObject([{ id, _deleted: false, data: { text: 'Voltou' } }]);
    expect(await read()).toEqual([{ data: { text: 'Voltou' } }]);
  });

  it.each([
    ['put again as it is', () => put(id, { slug: 'igual', data: { b: 1, a: [2] } })],
    ['the removal of what is of another kind', () => remove(id, 'post')],
    ['the removal of what was never shown', () => remove(randomUUID())],
  ])('is not sent again without need: %s', async (_, again) => {
    await put(id, { slug: 'igual', data: { a: [2], b: 1 } });
    await phone.sync();
    const before = await database.query('select * from public.content_items order by id');
    await again();
    expect(await phone.sync()).toEqual([]);
    expect(await database.query('select * from public.content_items order by id')).toEqual(before);
    await remove(id);
    await phone.sync();
    await remove(id);
    expect(await phone.sync()).toEqual([]);
  });

  it.each<[string, Fields]>([
    ['the slug', { slug: 'outro' }],
    ['the order', { sortKey: 'b' }],
    ['the data', { data: { n: 2 } }],
  ])('is sent once when %s changes', async (_, change) => {
    await put(id, { slug: null, data: { n: 1 } });
    await phone.sync();
    await put(id, { slug: null, data: { n: 1 }, ...change });
    expect(await phone.sync()).toHaveLength(1);
    expect(await phone.sync()).toEqual([]);
    await remove(id);
  });

  it('has one live row for a slug of a kind', async () => {
    const other = randomUUID();
    await put(id, { slug: 'so-um' });
    expect(await sqlState(() => put(other, { slug: 'so-um' }))).toBe('23505');
    await put(randomUUID(), { slug: 'so-um', kind: 'blog' });
    await remove(id);
    await put(other, { slug: 'so-um' });
    expect(await sqlState(() => put(id, { slug: 'so-um' }))).toBe('23505');
  });

  it.each<[string, Fields, string]>([
    ['an unknown kind', { kind: 'dream' }, '23514'],
    ['a slug with a space', { slug: 'dois nomes' }, '23514'],
    ['a slug like an id', { slug: '10000000-0000-4000-8000-000000000001' }, '23514'],
    ['no order', { sortKey: '' }, '23514'],
    ['a list for data', { data: [] }, '23514'],
    ['more data than 64 KB', { data: { text: 'á'.repeat(33_000) } }, '23514'],
  ])('refuses %s', async (_, fields, state) => {
    expect(await sqlState(() => put(id, fields))).toBe(state);
  });

  it('keeps its kind, also when it is gone', async () => {
    await put(id, { data: { n: 1 } });
    expect(await sqlState(() => put(id, { kind: 'post', data: { n: 2 } }))).toBe('23001');
    await remove(id);
    expect(await sqlState(() => put(id, { kind: 'post' }))).toBe('23001');
  });

  it.each(['anon', 'authenticated'] as const)('cannot be written over the API: %s', async (role) => {
    const user = role === 'anon' ? null : await database.createUser({ role: 'admin' });
    await put(id);
    for (const statement of [
      `insert into public.content_items (id, kind, sort_key, data) values (gen_random_uuid(), 'event', 'a', '{}')`,
      `update public.content_items set data = '{"title": "Meu"}' where true`,
      'delete from public.content_items where true',
      `select app.put_content('event', gen_random_uuid(), null, 'a', '{}')`,
      `select app.remove_content('event', '${id}')`,
    ]) {
      expect(await sqlState(() => database.as(role, user, (tx) => tx.query(statement)))).toBe('42501');
    }
  });

  it('of a person goes with the account', async () => {
    const person = await database.createUser({ role: 'student', name: 'Dançarina' });
    await put(person, { kind: 'dancer', data: { name: 'Dançarina' } });
    await phone.sync();
    await database.query('delete from auth.users where id = $1', [person]);
    expect(await phone.sync()).toMatchObject([{ id: person, _deleted: true, data: null }]);
  });
});

describe('the hint of content', () => {
  it('is sent once per transaction, and not when nothing changed', async () => {
    await hintAtOnce(database);
    const heard = await hearBroadcasts(database);
    await database.transaction(async (tx) => {
      for (let n = 0; n < 3; n++) {
        await tx.query(`select app.put_content('step', gen_random_uuid(), null, $1, '{}')`, [String(n)]);
      }
    });
    await put(id);
    expect(await heard()).toMatchObject([{ event: 'content' }, { event: 'content' }]);
    await put(id);
    expect(await heard()).toEqual([]);
  });
});

describe('the newest first', () => {
  it('sorts by descending time', async () => {
    const times = ['1970-01-01T00:00:00Z', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.001Z', '9999-12-31Z'];
    const rows = await database.query<{ key: string }>(
      'select app.newest_first(t::timestamptz) as key from unnest($1::text[]) with ordinality as u (t, n) order by n',
      [times],
    );
    const keys = rows.map((row) => row.key);
    expect(keys.every((key) => /^\d{15}$/.test(key))).toBe(true);
    expect([...keys].sort().reverse()).toEqual(keys);
  });
});
