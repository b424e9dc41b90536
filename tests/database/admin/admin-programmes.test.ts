/**
 * The crowdfunding sync: previewed, taken over row by row, and idempotent. The figures of the
 * programmes.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { list } from './admin-steps.ts';

interface Previewed {
  row: number;
  outcome: string;
  email: string;
  tier: string | null;
}
interface Preview {
  rows: Previewed[];
  new: number;
  changed: number;
  same: number;
  repeated: number;
  errors: number;
}
interface Imported {
  saved: number;
  same: number;
  failed: number;
  rows: { row: number; status: string; message: string }[];
}

let database: TestDatabase;
let admin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
afterEach(() =>
  database.exec(
    'delete from public.sponsors; delete from public.supporter_tiers; delete from public.support_sync_logs',
  ),
);

const preview = (rows: unknown, person: string | null = admin) =>
  callAs<Preview>(database, person, 'preview_supporters($1::text::jsonb)', [JSON.stringify(rows)]);
const importing = (rows: unknown) =>
  callAs<Imported>(database, admin, 'import_supporters($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify(rows),
  ]);
const snapshot = () =>
  database.query(
    `select (select jsonb_agg(s order by s.id) from public.supporter_tiers s) as supporters,
       (select count(*)::int from public.support_sync_logs) as lines, (select count(*)::int from public.audit_log) as audit`,
  );

const FILE = [
  { email: 'a@example.com', amount: 25, active: true },
  { email: 'b@example.com', tier: 'passinho', active: false },
  { email: 'quebrada', amount: 5 },
  { email: 'c@example.com', amount: 0.5 },
  { email: 'd@example.com' },
  { email: 'E@example.com', amount: 10 },
  { email: 'e@example.com', amount: 63 },
];

describe('a preview', () => {
  it('says what each row would do, and writes nothing', async () => {
    await importing([{ email: 'a@example.com', amount: 10 }]);
    const before = await snapshot();
    const answer = await preview(FILE);
    expect(answer).toMatchObject({ new: 2, changed: 1, same: 0, repeated: 1, errors: 3 });
    expect(answer.rows).toMatchObject([
      {
        row: 1,
        outcome: 'changed',
        tier: 'destaque_salao',
        amount: 25,
        former: { tier: 'giro_completo', amount: 10, is_active: true },
      },
      { row: 2, outcome: 'new', is_active: false, former: null, is_linked: false },
      { row: 3, outcome: 'error', message: 'Linha inválida.' },
      { row: 4, outcome: 'error', message: 'Valor abaixo do menor apoio.' },
      { row: 5, outcome: 'error', message: 'Falta o nível ou o valor.' },
      { row: 6, outcome: 'repeated', email: 'e@example.com' },
      { row: 7, outcome: 'new', tier: 'brilho_palco' },
    ]);
    expect(await snapshot()).toEqual(before);
  });

  it('is what the import then does', async () => {
    const planned = await preview(FILE);
    const done = await importing(FILE);
    const status: Record<string, string> = { new: 'success', error: 'error', repeated: 'skipped' };
    expect(done.rows.map((row) => row.status)).toEqual(planned.rows.map((row) => status[row.outcome]));
    expect(done).toMatchObject({ saved: 3, same: 1, failed: 3 });
    const supporters = await list<{ email: string; tier: string }>(database, admin, 'supporters');
    expect(supporters.rows.map((row) => [row.email, row.tier])).toEqual([
      ['e@example.com', 'brilho_palco'],
      ['a@example.com', 'destaque_salao'],
      ['b@example.com', 'passinho'],
    ]);
  });

  it('is for administrators, of 1 to 5,000 rows', async () => {
    const teacher = await database.createUser({ role: 'teacher' });
    expect(await refusal(() => preview(FILE, teacher))).toMatchObject({ code: '42501', hint: 'admin_only' });
    expect(await refusal(() => preview(FILE, null))).toMatchObject({ code: '42501' });
    for (const rows of [[], {}, Array.from({ length: 5001 }, () => ({}))]) {
      expect(await refusal(() => preview(rows))).toMatchObject({ code: '22023', hint: 'invalid_value' });
    }
  });
});

describe('an import', () => {
  it('of the same file twice changes nothing the second time, and says so in the log', async () => {
    await importing(FILE);
    const written = 'select jsonb_agg(s order by s.id) as s from public.supporter_tiers s';
    const before = await database.query(written);
    const again = await importing(FILE);
    expect(again).toMatchObject({ saved: 0, same: 4, failed: 3 });
    expect(await database.query(written)).toEqual(before);
    const lines = await list<{ status: string }>(database, admin, 'sync_logs', { size: 8 });
    expect(lines.rows.map((row) => row.status).sort()).toEqual([
      ...['error', 'error', 'error', 'partial'],
      ...['skipped', 'skipped', 'skipped', 'skipped'],
    ]);
  });

  it('says the result of every row, and the log has the newest first', async () => {
    const { rows } = await importing(FILE.slice(0, 3));
    expect(rows).toEqual([
      { row: 1, status: 'success', message: 'Apoio importado.' },
      { row: 2, status: 'success', message: 'Apoio importado.' },
      { row: 3, status: 'error', message: 'Linha inválida.' },
    ]);
    const log = await list(database, admin, 'sync_logs', { size: 50 });
    expect(log.rows).toMatchObject([
      { sync_type: 'import', status: 'partial', message: '2 de 3 linhas importadas, 0 sem mudança.' },
      { email: 'quebrada', status: 'error' },
      { email: 'b@example.com' },
      { email: 'a@example.com' },
    ]);
    expect((await list(database, admin, 'sync_logs', { filter: { status: 'error' } })).total).toBe(1);
    expect((await list(database, admin, 'sync_logs', { filter: { search: 'quebrada' } })).total).toBe(1);
  });

  // The app sends 500 at a time; the whole run tries the allowed maximum.
  const many = process.env.TEST_FULL === '1' ? 5000 : 500;
  it(`takes ${many} rows`, { timeout: 300_000 }, async () => {
    const rows = Array.from({ length: many }, (_, n) => ({
      email: `muitos.${n}@example.com`,
      amount: 1 + (n % 70),
    }));
    expect(await importing(rows)).toMatchObject({ saved: many, failed: 0 });
    expect((await preview(rows)).same).toBe(many);
  });
});

describe('the figures', () => {
  it('of Investidores agree with the tables', async () => {
    await importing(FILE);
    await database.exec(`
      insert into public.sponsors (name, tier) values ('Marca Um', 'bronze'), ('Marca Dois', 'bronze'), ('Marca Ouro', 'ouro');
      insert into public.sponsors (name, tier, is_active) values ('Marca que saiu', 'prata', false);
      update public.supporter_tiers set created_at = now() - interval '70 days' where email = 'a@example.com';
    `);
    const figures = await callAs<{
      now: { supporters: { tiers: unknown[] }; sponsors: { tiers: unknown[] } };
      months: { supporters: number; supporters_monthly: number; sponsors_monthly: number }[];
    }>(database, admin, 'admin_investors(3)');
    expect(figures.now).toMatchObject({
      supporters: { active: 2, monthly: 88 },
      sponsors: { active: 3, monthly: 1525 },
      monthly: 1613,
    });
    expect(figures.now.sponsors.tiers).toMatchObject([
      { tier: 'bronze', slots: 5, sold: 2, free: 3, monthly: 200 },
      { tier: 'prata', slots: 3, sold: 0, free: 3 },
      { tier: 'ouro', slots: 1, sold: 1, free: 0, monthly: 1325 },
    ]);
    expect(figures.now.supporters.tiers).toMatchObject([
      { tier: 'passinho', active: 0 },
      { tier: 'giro_completo', active: 0 },
      { tier: 'destaque_salao', active: 1, monthly: 25 },
      { tier: 'brilho_palco', active: 1, monthly: 63 },
    ]);
    expect(figures.months).toHaveLength(3);
    expect(figures.months.map((month) => [month.supporters, month.supporters_monthly])).toEqual([
      [expect.any(Number), expect.any(Number)],
      [1, 25],
      [2, 88],
    ]);
    expect(figures.months.at(-1)).toMatchObject({ sponsors_monthly: 1525 });
  });
});

it('[D131] past months of Investidores stay as they were: an upgrade, a new price, an edit and leaving count from their day', async () => {
  interface Month {
    supporters: number;
    sponsors: number;
    supporters_monthly: number;
    sponsors_monthly: number;
  }
  const months = async () =>
    (await callAs<{ months: Month[] }>(database, admin, 'admin_investors(4)')).months.map(
      ({ supporters, supporters_monthly, sponsors, sponsors_monthly }) => [
        ...[supporters, supporters_monthly, sponsors, sponsors_monthly],
      ],
    );
  await database.exec(`
    delete from public.supporter_tiers where true;
    delete from public.sponsors where true;
    delete from app.support_history where true;
    insert into public.supporter_tiers (email, tier, amount, created_at) values
      ('sobe@example.com', 'passinho', 1, now() - interval '100 days'),
      ('sai@example.com', 'giro_completo', 10, now() - interval '100 days');
    insert into public.sponsors (name, tier, created_at) values ('Marca Fiel', 'bronze', now() - interval '100 days');
  `);
  const before = await months();
  expect(before.at(-2)).toEqual([2, 11, 1, 100]);
  await database.exec(`
    update public.supporter_tiers set tier = 'brilho_palco', amount = 63 where email = 'sobe@example.com';
    update public.supporter_tiers set is_active = false where email = 'sai@example.com';
    update public.sponsor_tier_definitions set amount = 120 where tier = 'bronze';
  `);
  const after = await months();
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)).toEqual([1, 63, 1, 120]);
  // An edit does not revive a supporter who left months ago, and a deleted row leaves its history.
  await database.exec(`
    update public.supporter_tiers set email = 'saiu@example.com' where email = 'sai@example.com';
    delete from public.sponsors where true;
  `);
  expect(await months()).toEqual([...before.slice(0, -1), [1, 63, 0, 0]]);
  await database.exec(`update public.sponsor_tier_definitions set amount = 100 where tier = 'bronze'`);
});

describe('permissions', () => {
  // Content keeps the kind of an id for ever.
  const SUPPORTER = '00000000-0000-4000-8000-0000000000d1';
  const SPONSOR = '00000000-0000-4000-8000-0000000000d2';
  const attempt = (person: string | null, statement: string) =>
    database.as(person === null ? 'anon' : 'authenticated', person, (tx) => tx.query(statement));
  /** The number of rows that the person's statement changed; 0 when it was refused. */
  const touched = async (person: string | null, statement: string) => {
    let rows = 0;
    const state = await sqlState(async () => {
      rows = (await attempt(person, `${statement} returning 1`)).length;
    });
    if (state !== null && state !== '42501') throw new Error(`refused with ${state}`);
    return rows;
  };
  const others = async () => [
    null,
    await database.createUser({ role: 'student' }),
    await database.createUser({ role: 'teacher' }),
  ];

  it.each([
    [
      '[D116] supporters',
      'supporter_tiers',
      SUPPORTER,
      `insert into public.supporter_tiers (id, email, tier, amount) values ('${SUPPORTER}', 'x@example.com', 'passinho', 1)`,
      'amount = 2',
    ],
    [
      '[D117] sponsors',
      'sponsors',
      SPONSOR,
      `insert into public.sponsors (id, name, tier) values ('${SPONSOR}', 'Marca Nova', 'bronze')`,
      `tagline = 'Outra frase'`,
    ],
  ])('%s are written by administrators only', async (_row, table, id, insert, assignment) => {
    const update = `update public.${table} set ${assignment} where id = '${id}'`;
    const remove = `delete from public.${table} where id = '${id}'`;
    for (const person of await others()) expect([person, await touched(person, insert)]).toEqual([person, 0]);
    expect(await touched(admin, insert)).toBe(1);
    for (const person of await others()) {
      for (const statement of [update, remove]) {
        expect([person, statement, await touched(person, statement)]).toEqual([person, statement, 0]);
      }
    }
    for (const statement of [update, remove]) expect(await touched(admin, statement)).toBe(1);
  });

  it('[D119] rows of supporters are read by the supporter and by administrators', async () => {
    const supporter = await database.createUser({ role: 'student' });
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount)
       values ($1, 'apoia@example.com', 'passinho', 1), (null, 'outra@example.com', 'passinho', 1)`,
      [supporter],
    );
    const read = async (person: string | null) =>
      (await attempt(person, 'select email from public.supporter_tiers order by email')).map(
        (row) => row.email,
      );
    expect(await read(supporter)).toEqual(['apoia@example.com']);
    expect(await read(admin)).toEqual(['apoia@example.com', 'outra@example.com']);
    for (const person of await others()) expect([person, await read(person)]).toEqual([person, []]);
  });

  it('[D120] the log is read by administrators only', async () => {
    await importing(FILE.slice(0, 1));
    const read = 'select 1 from public.support_sync_logs';
    expect(await attempt(admin, read)).toHaveLength(2);
    const [visitor, ...signedIn] = await others();
    for (const person of signedIn) expect(await attempt(person ?? null, read)).toEqual([]);
    expect(await sqlState(() => attempt(visitor ?? null, read))).toBe('42501');
  });
});
