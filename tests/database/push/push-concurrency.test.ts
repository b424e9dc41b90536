/** Drains, phones and people side by side, on PostgreSQL: PGlite serialises everything. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { Session } from '../support/session.ts';
import {
  type Claim,
  claimAt,
  finishAt,
  later,
  NOON,
  nothingQueued,
  notifyAt,
  personWithPhones,
  queued,
  tokensOf,
} from './push-steps.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
const sessions: Session[] = [];
const session = async () => {
  const opened = await Session.open(sql);
  sessions.push(opened);
  return opened;
};
const CLAIM = `select public.claim_pushes(20, 120, '${NOON}') as answer`;
const claimIn = async (one: Session): Promise<Claim> => {
  const [row] = (await one.run(CLAIM)) as { answer: Claim }[];
  if (!row) throw new Error('no answer');
  return row.answer;
};

describePostgres('pushes side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
  });
  afterAll(async () => {
    for (const opened of sessions) opened.release();
    await sql.end({ timeout: 5 });
    await cluster.stop();
  });
  beforeEach(() => nothingQueued(database));

  it('a drain does not wait for another one, and gets the rest', async () => {
    const me = await personWithPhones(database);
    for (let n = 0; n < 30; n++) await notifyAt(database, me.id);
    const [one, two] = [await session(), await session()];
    await one.begin();
    const first = await claimIn(one);
    const second = await claimIn(two);
    await one.commit();
    expect([first.taken, second.taken]).toEqual([20, 10]);
    const ids = [...first.messages, ...second.messages].map(({ notification_id }) => notification_id);
    expect(new Set(ids).size).toBe(30);
  });

  it('many drains at once send each notification to each phone once', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => personWithPhones(database, 2)));
    await Promise.all(people.map((one) => notifyAt(database, one.id)));
    const sent: string[] = [];
    const drain = async () => {
      for (;;) {
        const [row] = await sql<{ answer: Claim }[]>`select public.claim_pushes(7, 120, ${NOON}) as answer`;
        if (!row?.answer.taken) return;
        const { lease, messages } = row.answer;
        const results = messages.flatMap(({ notification_id, phones }) =>
          phones.map(({ subscription_id, token }) => {
            sent.push(`${notification_id} ${token}`);
            return { notification_id, subscription_id, outcome: 'sent' };
          }),
        );
        await sql`select public.finish_pushes(${lease}, ${sql.json(results)}, 0, ${NOON})`;
      }
    };
    await Promise.all(Array.from({ length: 8 }, drain));
    expect(sent).toHaveLength(80);
    expect(new Set(sent).size).toBe(80);
    expect(
      await database.query('select outcome, attempts from public.push_queue group by outcome, attempts'),
    ).toEqual([{ outcome: 'sent', attempts: 1 }]);
  });

  it('of two drains that take over from a dead one, one gets it', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id);
    await claimAt(database);
    const at = later(NOON, '121 s');
    const claims = await Promise.all([claimAt(database, at), claimAt(database, at), claimAt(database, at)]);
    expect(claims.map(({ taken }) => taken).sort()).toEqual([0, 0, 1]);
  });

  it('a drain that dies in its transaction has claimed nothing', async () => {
    const me = await personWithPhones(database);
    const id = await notifyAt(database, me.id);
    const one = await session();
    await one.begin();
    expect(await claimIn(one)).toMatchObject({ taken: 1 });
    expect(await claimAt(database)).toMatchObject({ taken: 0 });
    await one.run('rollback');
    expect(tokensOf(await claimAt(database))).toEqual(me.tokens);
    expect(await queued(database, id)).toMatchObject({ attempts: 1 });
  });

  it('a phone that renews while it is reported dead stays on, and no session waits', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id);
    const claim = await claimAt(database);
    const one = await session();
    await one.begin();
    await one.run(
      `update public.pwa_subscriptions set fcm_token = fcm_token || 'x' where user_id = '${me.id}'`,
    );
    expect(await finishAt(database, claim, () => 'dead')).toMatchObject({ finished: 1, switched_off: 0 });
    await one.commit();
    expect(
      await database.query('select is_active from public.pwa_subscriptions where user_id = $1', [me.id]),
    ).toEqual([{ is_active: true }]);
  });

  it('an account removed during a report leaves nothing, and neither side deadlocks', async () => {
    for (let round = 0; round < 10; round++) {
      const me = await personWithPhones(database, 3);
      for (let n = 0; n < 5; n++) await notifyAt(database, me.id);
      const claim = await claimAt(database);
      await Promise.all([
        finishAt(database, claim, () => 'dead'),
        database.query('delete from auth.users where id = $1', [me.id]),
      ]);
      for (const table of ['push_queue', 'pwa_subscriptions']) {
        expect(await database.query(`select from public.${table} where user_id = $1`, [me.id])).toEqual([]);
      }
    }
    expect(await database.query('select from public.push_deliveries')).toEqual([]);
  });

  it('a subscription created while its account is removed waits, and is refused', async () => {
    const me = await personWithPhones(database, 0);
    const [one, two] = [await session(), await session()];
    await one.begin();
    await one.run(`delete from auth.users where id = '${me.id}'`);
    await two.beginAs(me.id);
    const insert = two.run(`insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
      values ('${me.id}', repeat('t', 100), 'https://push.example.com/${randomUUID()}')`);
    const refused = insert.then(
      () => null,
      (error: unknown) => (error instanceof postgres.PostgresError ? error.code : error),
    );
    await two.isWaiting(database);
    await one.commit();
    expect(await refused).toBe('PT401');
    await two.run('rollback');
    expect(await database.query('select from public.pwa_subscriptions where user_id = $1', [me.id])).toEqual(
      [],
    );
  });

  it('two people who register one phone at once: the last one owns it', async () => {
    for (let round = 0; round < 10; round++) {
      const people = await Promise.all([1, 2].map(() => personWithPhones(database, 0)));
      const [token, endpoint] = ['t'.repeat(100) + randomUUID(), `https://push.example.com/${randomUUID()}`];
      const save = (person: string) =>
        database.query(
          `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint, is_active) values ($1, $2, $3, true)
           on conflict (user_id, endpoint) do update set fcm_token = excluded.fcm_token, is_active = true`,
          [person, token, endpoint],
        );
      for (const _ of [1, 2]) {
        await Promise.all(people.map(({ id }) => save(id)));
        expect(
          await database.query('select 1 from public.pwa_subscriptions where endpoint = $1 and is_active', [
            endpoint,
          ]),
        ).toHaveLength(1);
      }
    }
  });
});
