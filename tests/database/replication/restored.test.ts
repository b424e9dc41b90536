/**
 * A database restored on another cluster: the first pull begins a new epoch within a visitor's time
 * limit, however many rows there are, and no row is missed while others write.
 */
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Statements } from '../../../supabase/embedded/database.ts';
import {
  type ApiRole,
  describePostgres,
  sqlState,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { Phone } from '../support/phone.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let person: string;

/** Far beyond every transaction id of a test cluster, and within one epoch. */
const FUTURE = 200_000_000_000;

/** Requests of one role under a time limit in milliseconds, each on any free session. */
function requests(role: ApiRole, userId: string | null, limit = 3_000): Statements {
  return {
    exec: async () => {
      throw new Error('phones only pull');
    },
    query: <T>(text: string, params: readonly unknown[] = []) =>
      database.as(role, userId, async (tx) => {
        await tx.query(`select set_config('statement_timeout', $1, true)`, [`${limit}ms`]);
        return tx.query<T>(text, params);
      }),
  };
}

/** The tables whose rows carry versions. */
async function replicated(): Promise<string[]> {
  const tables = await database.query<{ relation: string }>('select relation from app.replicated_tables');
  return tables.map(({ relation }) => relation);
}

/**
 * Imitates rows written by the cluster of a backup, whose transaction ids are further ahead. Rows that an earlier restore
 * has moved stay: no cluster counts further than a history is long.
 */
async function restoreFromElsewhere(relations: readonly string[] = ['cities']): Promise<void> {
  for (const relation of relations) {
    await database.exec(`
      alter table public.${relation} disable trigger user;
      update public.${relation} set _xid = _xid + ${FUTURE} - 1000 * (_xid % 7)
        where _xid >= 0 and _xid < ${FUTURE} + (select greatest(s.origin, (select max(u.origin) from app.unbegun_histories u))
          from app.replication_state s);
      alter table public.${relation} enable trigger user;
    `);
  }
  await database.exec(`
    update app.replication_state set fingerprint = '1/2/3' where singleton;
    update app.unbegun_histories set fingerprint = '1/2/3' where true;
  `);
}

const epoch = async () => {
  const [row] = await database.query<{ epoch: string }>('select app.current_epoch() as epoch');
  return row?.epoch;
};

/** The phone has every live city in the server's state, and received each version once. */
async function hasEverything(phone: Phone): Promise<void> {
  const stored = await database.query<{ id: string; name: string; xid: string }>(
    'select id, name, _xid::text as xid from public.cities where not _deleted and _xid >= 0 order by id',
  );
  const held = phone.live().map((id) => {
    const row = phone.rows.get(id);
    return { id, name: row?.name, xid: String(row?._xid) };
  });
  expect(held).toEqual(stored);
  expect(new Set(phone.received).size).toBe(phone.received.length);
}

describePostgres('a restored database', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
    person = await database.createUser({ role: 'student' });
    await database.query(
      `insert into public.notifications (id, user_id, kind, title, body)
       select gen_random_uuid(), $1, 'system', 'Aviso ' || n, 'Texto' from generate_series(1, 20000) n`,
      [person],
    );
    await database.exec(
      'insert into public.teacher_listings (id, _deleted) select gen_random_uuid(), true from generate_series(1, 20000)',
    );
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await cluster.stop();
  });

  describe('of any size', () => {
    let before: Record<string, string>;
    const written = async () => {
      const counts: Record<string, string> = {};
      for (const relation of await replicated()) {
        const [row] = await database.query<{ rows: string }>(
          `select md5(string_agg(t.ctid::text || t._xid, ',' order by t.id)) as rows from public.${relation} t`,
        );
        counts[relation] = String(row?.rows);
      }
      return counts;
    };
    beforeEach(async () => {
      await restoreFromElsewhere(await replicated());
      before = await written();
    });

    it('begins its epoch without writing a row, for a visitor in a quarter of a second', async () => {
      const former = await epoch();
      const visitor = requests('anon', null, 250);
      const [row] = await visitor.query<{ page: { epoch: string; rows: unknown[]; done: boolean } }>(
        'select public.pull_cities(null, null, 5) as page',
      );
      expect(row?.page).toMatchObject({ rows: [], done: false });
      expect(row?.page.epoch).not.toBe(former);
      expect(await epoch()).toBe(row?.page.epoch);
      expect(await written()).toEqual(before);
    });

    it('is restarted by the service role without writing a row, in a quarter of a second', async () => {
      await requests('service_role', null, 250).query('select public.restart_replication()');
      expect(await written()).toEqual(before);
      const phone = new Phone(requests('anon', null), 'pull_cities');
      await phone.sync();
      await hasEverything(phone);
    });

    it('gives a person all own rows, and then each change', async () => {
      const own = requests('authenticated', person);
      const phone = new Phone(own, 'pull_notifications');
      await phone.sync();
      expect(phone.live()).toHaveLength(20_000);
      const id = phone.live()[7];
      await database.query('update public.notifications set read_at = now() where id = $1', [id]);
      expect((await phone.sync()).map((row) => row.id)).toEqual([id]);
      await database.query('update public.notifications set read_at = null where id = $1', [id]);
    });
  });

  it('continues from where earlier epochs ended, restore after restore', async () => {
    const versions: number[] = [];
    for (let restore = 0; restore < 3; restore += 1) {
      await restoreFromElsewhere();
      const phone = new Phone(requests('anon', null), 'pull_cities');
      await phone.sync();
      await database.exec(`update public.cities set active = not active where name = 'Natal'`);
      const [changed] = await phone.sync();
      expect(changed?.name).toBe('Natal');
      await hasEverything(phone);
      versions.push(changed?._xid ?? 0);
    }
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(versions.every(Number.isSafeInteger)).toBe(true);
  });

  it('does not treat an unreadable control file as another cluster', async () => {
    const [state] = await database.query<{ fingerprint: string }>(
      'select fingerprint from app.replication_state',
    );
    const parts = (state?.fingerprint ?? '').split('/');
    const origin = async () => {
      await requests('anon', null).query('select public.pull_cities(null, null, 1)');
      const [row] = await database.query<{ origin: string }>('select origin from app.replication_state');
      return Number(row?.origin);
    };
    const pretend = (known: string) =>
      database.query('update app.replication_state set fingerprint = $1 where singleton', [known]);
    const former = await origin();
    for (const known of [`-/${parts[1]}/${parts[2]}`, `${parts[0]}/-/${parts[2]}`, `-/-/${parts[2]}`]) {
      await pretend(known);
      expect(await origin()).toBe(former);
    }
    await pretend(`${parts[0]}/-/9${parts[2]}`);
    expect(await origin()).toBeGreaterThan(former);
  });

  it('and restored once more, before a pull has noticed what was written in between', async () => {
    await restoreFromElsewhere();
    await database.exec(`update public.cities set name = 'Entre Dois' where name = 'Natal'`);
    await restoreFromElsewhere();
    const phone = new Phone(requests('anon', null), 'pull_cities');
    await phone.sync();
    await hasEverything(phone);
    await database.exec(`update public.cities set name = 'Natal' where name = 'Entre Dois'`);
    expect(await phone.sync()).toHaveLength(1);
    await hasEverything(phone);
  });

  describe('while others write', () => {
    it('waits for no writer, and misses nothing that commits after the phones have pulled', async () => {
      await restoreFromElsewhere();
      const writer = await Session.open(sql);
      await writer.begin();
      await writer.run(`update public.cities set name = 'Olinda Nova' where name = 'Belém'`);
      const phone = new Phone(requests('anon', null), 'pull_cities');
      await phone.sync(3);
      await database.exec(`update public.cities set active = not active where name = 'Natal'`);
      await phone.sync(3);
      expect([...phone.rows.values()].map((row) => row.name)).toContain('Belém');
      await writer.commit();
      writer.release();
      expect((await phone.sync(3)).map((row) => row.name).sort()).toEqual(['Natal', 'Olinda Nova']);
      await hasEverything(phone);
      await database.exec(`update public.cities set name = 'Belém' where name = 'Olinda Nova'`);
    });

    it('restarts after those that have written, and before those that have not', async () => {
      const early = await Session.open(sql);
      const restart = await Session.open(sql);
      const late = await Session.open(sql);
      await early.begin();
      await early.run(`update public.cities set name = 'Olinda Nova' where name = 'Belém'`);
      const restarted = restart.run('select public.restart_replication()');
      await restart.isWaiting(database);
      await late.begin();
      const written = late.run(`update public.cities set name = 'Natal Nova' where name = 'Natal'`);
      await late.isWaiting(database);
      await early.commit();
      await restarted;
      const phone = new Phone(requests('anon', null), 'pull_cities');
      await phone.sync(3);
      expect([...phone.rows.values()].map((row) => row.name)).toContain('Olinda Nova');
      await written;
      await phone.sync(3);
      await late.commit();
      expect((await phone.sync(3)).map((row) => row.name)).toEqual(['Natal Nova']);
      await hasEverything(phone);
      for (const session of [early, restart, late]) session.release();
      await database.exec(`
        update public.cities set name = 'Belém' where name = 'Olinda Nova';
        update public.cities set name = 'Natal' where name = 'Natal Nova';
      `);
    });

    it('does not wait for ever: a writer who stays makes the restart fail, and nothing changes', async () => {
      const former = await epoch();
      const writer = await Session.open(sql);
      await writer.begin();
      await writer.run(`update public.cities set active = not active where name = 'Natal'`);
      const restarting = requests('service_role', null, 200);
      expect(await sqlState(() => restarting.query('select public.restart_replication()'))).toBe('57014');
      await writer.run('rollback');
      writer.release();
      expect(await epoch()).toBe(former);
    });

    it('an undone part of a transaction leaves no version of an ended history behind', async () => {
      const writer = await Session.open(sql);
      await writer.begin();
      await writer.run('savepoint part');
      await writer.run(`update public.cities set active = not active where name = 'Natal'`);
      await writer.run('rollback to savepoint part');
      await database.query('select public.restart_replication()');
      const phone = new Phone(requests('anon', null), 'pull_cities');
      await writer.run(`update public.cities set active = not active where name = 'Belém'`);
      await phone.sync();
      await writer.commit();
      writer.release();
      expect((await phone.sync()).map((row) => row.name)).toEqual(['Belém']);
      await hasEverything(phone);
    });

    it('any order of writing, committing, restoring, restarting and pulling', async () => {
      const sessions = [await Session.open(sql), await Session.open(sql), await Session.open(sql)];
      const cities = (
        await database.query<{ id: string }>(
          'select id from public.cities where not _deleted and _xid >= 0 order by id limit 9',
        )
      ).map(({ id }) => id);
      let counter = 0;
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ kind: fc.constant('write' as const), at: fc.nat(2), city: fc.nat(2) }),
        },
        { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), at: fc.nat(2) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const), at: fc.nat(2) }) },
        { weight: 5, arbitrary: fc.record({ kind: fc.constant('pull' as const), at: fc.nat(2) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat(2) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), at: fc.nat(2) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
          const phones = sessions.map(() => new Phone(requests('anon', null), 'pull_cities'));
          const open = [false, false, false];
          const end = async (at: number, how: 'commit' | 'rollback') => {
            if (open[at]) await sessions[at]?.run(how);
            open[at] = false;
          };
          for (const one of steps) {
            if (one.kind === 'pull') await phones[one.at]?.sync(one.at + 2);
            else if (one.kind === 'commit' || one.kind === 'rollback') await end(one.at, one.kind);
            else if (one.kind === 'write') {
              if (!open[one.at]) await sessions[one.at]?.begin();
              open[one.at] = true;
              counter += 1;
              await sessions[one.at]?.run(
                `update public.cities set name = 'Cidade ${counter}' where id = '${cities[one.at * 3 + one.city]}'`,
              );
            } else if (one.kind === 'restore') {
              // A backup has no open transactions; those that begin here before a pull notices are
              // the danger.
              for (const at of sessions.keys()) await end(at, 'commit');
              await restoreFromElsewhere();
            } else if (open.includes(true)) {
              const restarting = requests('service_role', null, 100);
              expect(await sqlState(() => restarting.query('select public.restart_replication()'))).toBe(
                '57014',
              );
            } else await database.query('select public.restart_replication()');
          }
          for (const at of [2, 0, 1]) await end(at, 'commit');
          for (const phone of phones) {
            await phone.sync(5);
            await hasEverything(phone);
          }
        }),
        { numRuns: 25 },
      );
      for (const session of sessions) session.release();
    });
  });
});
