import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { Phone, pull } from '../support/phone.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('a pull', () => {
  it('returns rows in order with epoch, checkpoint, done and total', async () => {
    const first = await pull(database, 'pull_cities', null, 10);
    expect(Object.keys(first).sort()).toEqual(['checkpoint', 'done', 'epoch', 'rows', 'total']);
    expect(first).toMatchObject({ done: false, total: 28 });
    expect(first.epoch).toMatch(/^[0-9a-f]{32}$/);
    expect(first.rows).toHaveLength(10);
    expect(Object.keys(first.rows[0] ?? {}).sort()).toEqual([
      ...['_deleted', '_xid', 'active', 'id', 'is_closed', 'name'],
    ]);
    const keys = first.rows.map((row) => row.id);
    expect(keys).toEqual([...keys].sort());
    expect(first.checkpoint).toEqual({ xid: first.rows[9]?._xid, id: first.rows[9]?.id });
    const second = await pull(database, 'pull_cities', first.checkpoint, 18);
    expect(second).toMatchObject({ done: true, total: null });
    expect(new Set([...keys, ...second.rows.map((row) => row.id)]).size).toBe(28);
    const third = await pull(database, 'pull_cities', second.checkpoint, 500);
    expect(third).toMatchObject({ rows: [], done: true, checkpoint: second.checkpoint, total: null });
  });

  it.each([
    [0, 1],
    [-5, 1],
    [100_000, 40],
    [null, 40],
  ])('with a page size of %s returns %i rows', async (size, expected) => {
    expect((await pull(database, 'pull_dance_styles', null, size)).rows).toHaveLength(expected);
  });

  it.each([
    ['pull_teachers', 'teacher_listings', 2_000],
    ['pull_dance_styles', 'dance_styles', 500],
  ] as const)('of %s never answers more rows than its table allows', async (procedure, table, most) => {
    await database.query(
      `insert into public.${table} (id, _deleted) select gen_random_uuid(), true from generate_series(1, $1)`,
      [most + 100],
    );
    const before = { xid: 0, id: '00000000-0000-0000-0000-000000000000' };
    const page = await pull(database, procedure, before, 100_000);
    expect(page.rows).toHaveLength(most);
    expect(page.done).toBe(false);
  });

  it('carries every column of a listing, stars and dates as JSON', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Puxada' });
    await database.query(
      'insert into public.user_evaluation_stats (user_id, five_stars, four_stars) values ($1, 1, 1)',
      [id],
    );
    const phone = new Phone(database, 'pull_teachers');
    await phone.sync();
    const columns = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'teacher_listings'`,
    );
    const row = phone.rows.get(id);
    expect(Object.keys(row ?? {}).sort()).toEqual(columns.map((column) => column.name).sort());
    expect(row).toMatchObject({ rating_average: 4.5, rating_count: 2, style_ids: [] });
    expect(Number.isNaN(Date.parse(String(row?.approved_at)))).toBe(false);
  });

  it('leaves tombstones out of a first pull, but moves past them', async () => {
    await database.exec(`insert into public.cities (name, _deleted) values (null, true)`);
    const first = await pull(database, 'pull_cities', null, 500);
    expect(first.rows.every((row) => !row._deleted)).toBe(true);
    expect(first.total).toBe(first.rows.length);
    expect(first.checkpoint?.xid).toBeGreaterThan(Math.max(...first.rows.map((row) => row._xid)));
    expect((await pull(database, 'pull_cities', first.checkpoint, 500)).rows).toEqual([]);
  });

  it('is open to visitors and to users', async () => {
    const id = await database.createUser({ role: 'student' });
    for (const [role, user] of [
      ['anon', null],
      ['authenticated', id],
    ] as const) {
      const rows = await database.as(role, user, (tx) =>
        tx.query('select public.pull_dance_styles() as page'),
      );
      expect(rows).toHaveLength(1);
    }
  });
});

describe('a change', () => {
  let phone: Phone;
  beforeEach(async () => {
    phone = new Phone(database, 'pull_cities');
    await phone.sync();
  });

  it('arrives once: a renamed row', async () => {
    await database.query(`update public.cities set name = 'Belém do Pará' where name = 'Belém'`);
    expect(await phone.sync()).toHaveLength(1);
    expect(await phone.sync()).toEqual([]);
    await database.query(`update public.cities set name = 'Belém' where name = 'Belém do Pará'`);
  });

  it('arrives as a blank tombstone: a removed row', async () => {
    const [city] = await database.query<{ id: string }>(
      `insert into public.cities (name) values ('Cidade Nova') returning id`,
    );
    await phone.sync();
    await database.query('update public.cities set _deleted = true where id = $1', [city?.id]);
    const [tombstone] = await phone.sync();
    expect(tombstone).toMatchObject({ id: city?.id, name: null, active: false, _deleted: true });
  });

  it('does not arrive: an update that changes nothing', async () => {
    await database.query('update public.cities set name = name, active = active');
    expect(await phone.sync()).toEqual([]);
  });

  it('arrives in several pages when one transaction changed many rows', async () => {
    await database.query('update public.cities set active = not active where not _deleted and _xid >= 0');
    const changed = await phone.sync(3);
    expect(changed).toHaveLength(28);
    await database.query('update public.cities set active = not active where not _deleted and _xid >= 0');
  });
});

describe('the epoch', () => {
  it('stays while the database stays', async () => {
    const one = await pull(database, 'pull_cities', null, 1);
    await database.query(`update public.cities set active = active`);
    expect((await pull(database, 'pull_teachers', null, 1)).epoch).toBe(one.epoch);
  });

  it('changes when the rows came from another cluster, and rows from its future are reached again', async () => {
    const phone = new Phone(database, 'pull_cities');
    await phone.sync();
    const epoch = phone.epoch;
    // Imitates a dump restored elsewhere: stored fingerprint of the old cluster, transaction ids
    // far ahead of this one.
    await database.exec(`
      alter table public.cities disable trigger zz_stamp;
      update public.cities set _xid = 900000000 + _xid where _xid >= 0;
      alter table public.cities enable trigger zz_stamp;
      update app.replication_state set fingerprint = 'another cluster';
    `);
    const first = await pull(database, 'pull_cities', null, 500);
    expect(first).toMatchObject({ rows: [], done: false, checkpoint: null });
    expect(first.epoch).not.toBe(epoch);
    const second = await pull(database, 'pull_cities', null, 500);
    expect(second).toMatchObject({ epoch: first.epoch, done: true });
    expect(second.rows).toHaveLength(phone.live().length);
    await phone.sync();
    expect(phone.resyncs).toBe(1);
    expect(phone.live()).toEqual(second.rows.map((row) => row.id).sort());
    expect((await pull(database, 'pull_cities', null, 500)).epoch).toBe(first.epoch);
  });

  it('of a checkpoint that this history has not reached is another one, for that phone alone', async () => {
    const phone = new Phone(database, 'pull_cities');
    await phone.sync();
    const { epoch } = phone;
    const ids = phone.live();
    phone.checkpoint = { xid: 900_000_000_000_000, id: '00000000-0000-0000-0000-000000000000' };
    await phone.sync();
    expect(phone.resyncs).toBeGreaterThan(0);
    expect(phone.epoch).toBe(epoch);
    expect(phone.live()).toEqual(ids);
  });

  it('is restarted by the service role', async () => {
    const before = await pull(database, 'pull_cities', null, 1);
    await database.as('service_role', null, (tx) => tx.query('select public.restart_replication()'));
    expect((await pull(database, 'pull_cities', null, 1)).epoch).not.toBe(before.epoch);
  });
});
