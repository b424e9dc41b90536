/**
 * Hints beside open transactions, on PostgreSQL: a phone that moves its checkpoint by hints has everything up to it,
 * whatever commits late, rolls back or is lost on the way.
 */
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Statements } from '../../../supabase/embedded/database.ts';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { hintAtOnce } from '../../support/hint-at-once.ts';
import { type HintContent, isAfter, Phone } from '../support/phone.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let heard: () => Promise<HintContent[]>;

/** The phone's requests, as a visitor makes them. */
const api: Statements = {
  exec: async () => {
    throw new Error('phones only pull');
  },
  query: <T>(text: string, params: readonly unknown[] = []) =>
    database.as('anon', null, (tx) => tx.query<T>(text, params)),
};

const announce = () => database.query('select public.send_waiting_hints()');

/** All that was committed up to the phone's checkpoint is on the phone; it never asks for that again. */
async function isWholeUpToItsCheckpoint(phone: Phone): Promise<void> {
  const rows = await database.query<{ id: string; name: string | null; xid: string }>(
    'select id, name, _xid::text as xid from public.cities where _xid >= 0 order by _xid, id',
  );
  const here = phone.checkpoint;
  if (!here) throw new Error('the phone has never pulled');
  for (const { id, name, xid } of rows) {
    if (isAfter({ xid: Number(xid), id }, here)) continue;
    const held = phone.rows.get(id);
    // A first pull leaves tombstones out.
    if (name === null && held === undefined) continue;
    expect({ id, name: held?.name, xid: held?._xid }).toEqual({ id, name, xid: Number(xid) });
  }
}

describePostgres('hints beside open transactions', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
    await hintAtOnce(database);
    const broadcasts = await hearBroadcasts(database);
    heard = async () =>
      (await broadcasts())
        .filter(({ topic, event }) => topic === 'public:changes' && event === 'cities')
        .map(({ payload }) => payload as HintContent);
  });
  beforeEach(async () => {
    await announce();
    await heard();
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await cluster.stop();
  });

  it('rows are shown at once, and come with their places when no older transaction is open', async () => {
    const phone = new Phone(api, 'pull_cities');
    await phone.sync();
    const before = phone.checkpoint;
    const slow = await Session.open(sql);
    await slow.begin();
    await slow.run(`update public.cities set name = 'Aracaju do Sergipe' where name = 'Aracaju'`);
    await database.query(`update public.cities set name = 'Belém do Pará' where name = 'Belém'`);
    const [early, ...others] = await heard();
    expect(others).toEqual([]);
    expect(early).toEqual({ epoch: phone.epoch, rows: [expect.objectContaining({ name: 'Belém do Pará' })] });
    expect(await phone.hear(early ?? {})).toBe('shown');
    expect(phone.checkpoint).toEqual(before);
    await announce();
    expect(await heard()).toEqual([]);

    // An older transaction writes a row of a newer one: the row keeps the newer version.
    await slow.run(`update public.cities set name = 'Belém da Guanabara' where name = 'Belém do Pará'`);
    await slow.commit();
    slow.release();
    await announce();
    for (const hint of await heard()) expect(await phone.hear(hint)).toBe('moved');
    const names = [...phone.rows.values()].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Aracaju do Sergipe', 'Belém da Guanabara']));
    await isWholeUpToItsCheckpoint(phone);
    expect(await phone.sync()).toEqual([]);
    await database.exec(`update public.cities set name = 'Aracaju' where name = 'Aracaju do Sergipe';
      update public.cities set name = 'Belém' where name = 'Belém da Guanabara'`);
  });

  it('many rows beside an older transaction are announced once a pull can read them', async () => {
    const slow = await Session.open(sql);
    await slow.begin();
    await slow.run(`update public.cities set name = 'Aracaju do Sergipe' where name = 'Aracaju'`);
    await database.exec(
      `update public.cities set active = not active where name not like 'Aracaju%' and _xid >= 0`,
    );
    expect(await heard()).toEqual([]);
    await slow.run('rollback');
    slow.release();
    await announce();
    expect(await heard()).toEqual([{}]);
  });

  it('a version whose rows a newer one has taken is not announced; the newer one is', async () => {
    await database.exec(`alter table app.waiting_hints disable trigger send;
      update public.cities set active = not active where name = 'Natal';
      alter table app.waiting_hints enable trigger send`);
    const slow = await Session.open(sql);
    await slow.begin();
    await slow.run(`update public.cities set active = not active where name = 'Aracaju'`);
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    expect((await heard()).map(({ rows, after }) => [rows?.map(({ name }) => name), after])).toEqual([
      [['Natal'], undefined],
    ]);
    await slow.commit();
    slow.release();
    await announce();
    const names = (await heard()).flatMap(({ rows }) => rows?.map(({ name }) => name));
    expect(names).toEqual(['Aracaju', 'Natal']);
  });

  it('on a restored database no hint has places until a pull has begun the new history', async () => {
    const [state] = await database.query<{ fingerprint: string }>(
      'select fingerprint from app.replication_state',
    );
    // This one waits from before the restore.
    await database.exec(`alter table app.waiting_hints disable trigger send;
      update public.cities set active = not active where name = 'Recife';
      alter table app.waiting_hints enable trigger send;
      update app.replication_state set fingerprint = 'another cluster'`);
    await announce();
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    const hints = await heard();
    expect(hints.length).toBeGreaterThan(0);
    expect(hints.filter(({ after }) => after !== undefined)).toEqual([]);
    await database.query('update app.replication_state set fingerprint = $1', [state?.fingerprint]);
    await database.exec('delete from app.unbegun_histories; delete from app.waiting_hints');
  });

  it('any order of writing, committing, rolling back, pulling, and of hints that arrive, get lost or come again', async () => {
    const sessions = [await Session.open(sql), await Session.open(sql), await Session.open(sql)];
    // Each session has its own cities, so that sessions never wait for each other.
    const cities = (
      await database.query<{ id: string }>(
        'select id from public.cities where not _deleted and _xid >= 0 order by id',
      )
    ).map(({ id }) => id);
    let counter = 0;
    const one = <K extends string>(kind: K, weight: number) => ({
      weight,
      arbitrary: fc.record({ kind: fc.constant(kind), session: fc.nat(2), city: fc.nat(8) }),
    });
    const step = fc.oneof(
      one('write', 5),
      one('write alone', 3),
      one('add', 1),
      one('commit', 4),
      one('rollback', 1),
      one('announce', 2),
      one('hear', 5),
      one('lose', 1),
      one('hear twice', 1),
      one('hear late', 1),
      one('pull', 1),
    );
    let moves = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const phone = new Phone(api, 'pull_cities');
        const silent = new Phone(api, 'pull_cities');
        const open = [false, false, false];
        const sent: HintContent[] = [];
        const late: HintContent[] = [];
        await announce();
        await heard();
        await phone.sync();
        await silent.sync();
        const hear = async (hints: readonly HintContent[]) => {
          for (const hint of hints) if ((await phone.hear(hint)) === 'moved') moves += 1;
          await isWholeUpToItsCheckpoint(phone);
        };
        for (const { kind, session: at, city } of steps) {
          const session = sessions[at];
          if (!session) throw new Error('no such session');
          counter += 1;
          if (kind === 'commit' || kind === 'rollback') {
            if (open[at]) await session.run(kind);
            open[at] = false;
          } else if (kind === 'write' || kind === 'add') {
            if (!open[at]) await session.begin();
            open[at] = true;
            await session.run(
              kind === 'add'
                ? `insert into public.cities (name) values ('Recém ${counter}')`
                : `update public.cities set name = 'Vila ${counter}' where id = '${cities[at * 6 + (city % 6)]}'`,
            );
          } else if (kind === 'write alone') {
            await database.query('update public.cities set name = $1 where id = $2', [
              `Praia ${counter}`,
              cities[18 + (city % 6)],
            ]);
          } else if (kind === 'announce') await announce();
          else if (kind === 'pull') await phone.sync(city + 1);
          else {
            sent.push(...(await heard()));
            if (kind === 'hear') await hear(sent.splice(0));
            else if (kind === 'lose') sent.splice(0);
            else if (kind === 'hear twice') await hear([...sent, ...sent.splice(0)]);
            else late.push(...sent.splice(0));
          }
        }
        for (const at of [2, 0, 1]) if (open[at]) await sessions[at]?.run('commit');
        await announce();
        await hear(await heard());
        await hear(late.reverse());
        if (phone.wantsToPull) await phone.sync(5);
        await silent.sync();
        await isWholeUpToItsCheckpoint(phone);
        await phone.sync();
        expect(phone.checkpoint).toEqual(silent.checkpoint);
        expect(phone.live()).toEqual(silent.live());
        for (const [id, row] of silent.rows) expect(phone.rows.get(id)).toEqual(row);
      }),
      { numRuns: 25 },
    );
    expect(moves).toBeGreaterThan(20);
    for (const session of sessions) session.release();
  });
});
