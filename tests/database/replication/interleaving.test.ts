/**
 * Pulling while transactions are open, commit late or roll back: nothing is missed, nothing arrives
 * twice. Runs on PostgreSQL, with random orders of events that are printed when one fails.
 */
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../supabase/embedded/database/open.ts';
import type { Statements } from '../../../supabase/embedded/database.ts';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { Phone } from '../support/phone.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;

/** The phone's requests, each on any free session, as visitors make them. */
const api: Statements = {
  exec: async () => {
    throw new Error('phones only pull');
  },
  query: <T>(text: string, params: readonly unknown[] = []) =>
    database.as('anon', null, (tx) => tx.query<T>(text, params)),
};

const stored = () =>
  database.query<{ id: string; name: string | null; xid: string }>(
    'select id, name, _xid::text as xid from public.cities where _xid >= 0 order by id',
  );

async function hasEverything(phone: Phone): Promise<void> {
  const rows = await stored();
  const onPhone = [...phone.rows.values()]
    .map((row) => ({ id: row.id, name: row.name, xid: String(row._xid) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  // A first pull leaves tombstones out: they are not missing.
  const known = new Set(onPhone.map((row) => row.id));
  expect(onPhone).toEqual(rows.filter((row) => row.name !== null || known.has(row.id)));
  expect(new Set(phone.received).size).toBe(phone.received.length);
}

describePostgres('pulling beside open transactions', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await cluster.stop();
  });

  it('a transaction held open while others commit and phones pull is missed by no phone in the end', async () => {
    const early = new Phone(api, 'pull_cities');
    await early.sync();
    const slow = await Session.open(sql);
    await slow.begin();
    await slow.run(`update public.cities set name = 'Aracaju do Sergipe' where name = 'Aracaju'`);
    const late = new Phone(api, 'pull_cities');
    for (let round = 0; round < 40; round += 1) {
      await database.exec(`update public.cities set active = not active where name = 'Belém'`);
      expect(await early.sync()).toEqual([]);
      await late.sync(7);
    }
    // Rows of younger transactions wait behind the open one: late, but in order.
    await slow.commit();
    slow.release();
    const names = (await early.sync()).map((row) => row.name);
    expect(names.sort()).toEqual(['Aracaju do Sergipe', 'Belém']);
    await late.sync(7);
    await hasEverything(early);
    await hasEverything(late);
    await database.exec(`update public.cities set name = 'Aracaju' where name = 'Aracaju do Sergipe'`);
  });

  it('any order of writing, committing, rolling back and pulling', async () => {
    const sessions = [await Session.open(sql), await Session.open(sql), await Session.open(sql)];
    // Each session has its own cities, so that sessions never wait for each other.
    const cities = (await stored()).map((row) => row.id);
    let counter = 0;

    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('write' as const), session: fc.nat(2), city: fc.nat(8) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('add' as const), session: fc.nat(2), city: fc.constant(0) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('remove' as const),
          session: fc.nat(2),
          city: fc.constant(0),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('commit' as const),
          session: fc.nat(2),
          city: fc.constant(0),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('rollback' as const),
          session: fc.nat(2),
          city: fc.constant(0),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('pull' as const), session: fc.nat(2), city: fc.nat(8) }),
      },
    );

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const phones = [
          new Phone(api, 'pull_cities'),
          new Phone(api, 'pull_cities'),
          new Phone(api, 'pull_cities'),
        ];
        const open = [false, false, false];
        const finish = async (at: number, how: 'commit' | 'rollback') => {
          if (open[at]) await sessions[at]?.run(how);
          open[at] = false;
        };
        await phones[0]?.sync();
        for (const { kind, session: at, city } of steps) {
          const session = sessions[at];
          if (!session) throw new Error('no such session');
          if (kind === 'pull') {
            await phones[at]?.sync(city + 1);
          } else if (kind === 'commit' || kind === 'rollback') {
            await finish(at, kind);
          } else {
            if (!open[at]) await session.begin();
            open[at] = true;
            counter += 1;
            if (kind === 'add') {
              await session.run(`insert into public.cities (name) values ('Nova ${counter}')`);
            } else if (kind === 'remove') {
              await session.run(`update public.cities set _deleted = true where id = (
                select id from public.cities where name like 'Nova %' and not _deleted limit 1 for update skip locked)`);
            } else {
              await session.run(
                `update public.cities set name = 'Cidade ${counter}' where id = '${cities[at * 9 + city]}'`,
              );
            }
          }
        }
        for (const at of [2, 0, 1]) await finish(at, 'commit');
        for (const phone of phones) {
          await phone.sync(5);
          await hasEverything(phone);
        }
      }),
      { numRuns: 60 },
    );
    for (const session of sessions) session.release();
  });

  it('a restored database heals once, however many phones pull at the same moment', async () => {
    const phones = Array.from({ length: 8 }, () => new Phone(api, 'pull_cities'));
    for (const phone of phones) await phone.sync();
    const [before] = phones.map((phone) => phone.epoch);
    await database.exec(`
      alter table public.cities disable trigger zz_stamp;
      update public.cities set _xid = _xid + 5000000000 where _xid >= 0;
      alter table public.cities enable trigger zz_stamp;
      update app.replication_state set fingerprint = 'another cluster';
    `);
    await Promise.all(phones.map((phone) => phone.sync()));
    await Promise.all(phones.map((phone) => phone.sync()));
    expect(new Set(phones.map((phone) => phone.epoch)).size).toBe(1);
    expect(phones[0]?.epoch).not.toBe(before);
    for (const phone of phones) await hasEverything(phone);
  });

  it('a copy of the database is another epoch, the original is unchanged', async () => {
    const original = await cluster.createDatabase();
    const phone = new Phone(original, 'pull_dance_styles');
    await phone.sync();
    const { epoch } = phone;
    await original.close();
    const name = new URL(original.url).pathname.slice(1);
    await database.exec(`create database ${name}_copy template ${name}`);

    const copy = await openDatabase({ driver: 'postgres', url: `${original.url}_copy` });
    const there = new Phone(copy, 'pull_dance_styles');
    there.epoch = epoch;
    there.checkpoint = phone.checkpoint;
    await there.sync();
    expect(there.resyncs).toBe(1);
    expect(there.epoch).not.toBe(epoch);
    expect(there.live()).toEqual(phone.live());
    await copy.close();

    const reopened = await openDatabase({ driver: 'postgres', url: original.url });
    const again = new Phone(reopened, 'pull_dance_styles');
    await again.sync();
    expect(again.epoch).toBe(epoch);
    await reopened.close();
  });
});
