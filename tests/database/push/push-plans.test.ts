/** The plans that draining relies on, with 50,000 rows in the queue, on PostgreSQL. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { type Claim, NOON } from './push-steps.ts';

describePostgres('the plans of a long queue', () => {
  let cluster: TestPostgres;
  let database: TestDatabase;
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    // 1,000 people with one phone each; most of the queue is done, some of it waits for the
    // morning.
    await database.exec(`
      alter table public.notifications disable trigger user;
      insert into public.user_profiles (id, name, email, role)
        select gen_random_uuid(), 'Pessoa', 'pessoa-' || n || '@example.com', 'student'
        from generate_series(1, 1000) n;
      insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
        select id, repeat('t', 100) || id, 'https://push.example.com/' || id from public.user_profiles;
      update public.pwa_subscriptions set token_expires_at = '2100-01-01';
      insert into public.notifications (user_id, kind, title, body, created_at)
        select p.id, 'test', 'Título', 'Texto', '${NOON}' from public.user_profiles p, generate_series(1, 50);
      alter table public.notifications enable trigger user;
      insert into public.push_queue (notification_id, user_id, due_at, next_at, finished_at, outcome)
        select id, user_id, created_at, case n % 10 when 9 then '${NOON}'::timestamptz + interval '20 hours' else created_at end,
          case when n % 10 < 8 then created_at end, case when n % 10 < 8 then 'sent' end
        from (select *, row_number() over (order by id) as n from public.notifications) x;
      insert into public.push_deliveries (notification_id, subscription_id, token_hash, outcome)
        select q.notification_id, s.id, app.token_hash(s.fcm_token), 'sent'
        from public.push_queue q join public.pwa_subscriptions s on s.user_id = q.user_id where q.outcome = 'sent';
      analyze;
    `);
  });
  afterAll(() => cluster.stop());

  const explained = async (statement: string) => {
    const rows = await database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off, costs off) ${statement}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('a look is one step into the index of waiting pushes', async () => {
    const plan = await explained(`select exists (select from public.push_queue q
      where q.finished_at is null and q.next_at <= '${NOON}' and app.may_push(q.due_at, '${NOON}'))`);
    expect(plan).toMatch(/Index.* Scan using push_queue_waiting .*rows=1 /);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('a drain walks the index of waiting pushes, and no further than it claims', async () => {
    const plan = await explained(`select q.notification_id from public.push_queue q
      where q.finished_at is null and q.next_at <= '${NOON}' and app.may_push(q.due_at, '${NOON}')
      order by q.next_at limit 20 for update skip locked`);
    expect(plan).toMatch(/Index Scan using push_queue_waiting .*rows=20 /);
    expect(plan).not.toMatch(/Seq Scan|Sort|Rows Removed/);
  });

  it('claiming and reporting scan no long table', async () => {
    const scanned = await database.transaction(async (tx) => {
      const [row] = await tx.query<{ answer: Claim }>(
        `select public.claim_pushes(20, 120, '${NOON}') as answer`,
      );
      const results = row?.answer.messages.flatMap(({ notification_id, phones }) =>
        phones.map(({ subscription_id }) => ({ notification_id, subscription_id, outcome: 'sent' })),
      );
      expect(results).toHaveLength(20);
      await tx.query(`select public.finish_pushes($1, $2::text::jsonb, 0, '${NOON}')`, [
        row?.answer.lease,
        JSON.stringify(results),
      ]);
      return tx.query<{ relname: string; rows: number }>(
        `select relname, seq_tup_read::int as rows from pg_stat_xact_user_tables
         where relname in ('push_queue', 'push_deliveries', 'notifications') order by 1`,
      );
    });
    expect(scanned).toEqual([
      { relname: 'notifications', rows: 0 },
      { relname: 'push_deliveries', rows: 0 },
      { relname: 'push_queue', rows: 0 },
    ]);
  });
});
