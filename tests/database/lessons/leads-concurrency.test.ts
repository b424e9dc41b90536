/** Leads in sessions that really run side by side, on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describePostgres,
  sqlState,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };

const insert = async () => {
  const id = randomUUID();
  await database.query(
    `insert into public.student_leads (id, nome, cidade, estilo_danca) values ($1, 'Ana', 'Vitória', 'Forró')`,
    [id],
  );
  return id;
};
const ask = async (call: string, params: unknown[]) => {
  const [row] = await database.query<{ answer: unknown }>(`select public.${call} as answer`, params);
  return row?.answer;
};
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

describePostgres('leads side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
  });
  afterAll(() => cluster?.stop());

  it('one command delivered many times at once makes one lead', async () => {
    const lead = { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró' };
    const command = randomUUID();
    const answers = await times(8, () =>
      ask('create_lead($1, $2::text::jsonb)', [command, JSON.stringify(lead)]),
    );
    expect(answers).toHaveLength(8);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await database.query('select id from public.student_leads where id = $1', [lead.id])).toHaveLength(
      1,
    );
  });

  it('the limit of an address holds exactly when many come at once', async () => {
    await database.query(
      `insert into public.app_settings (key, value) values ('rate_limits', '{"leads_address_hour": 5}')`,
    );
    const send = (n: number) =>
      database.as('anon', null, async (tx) => {
        await tx.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'x-forwarded-for': `203.0.113.${n % 2}` }),
        ]);
        const lead = { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró' };
        return tx.query('select public.create_lead($1, $2::text::jsonb)', [
          randomUUID(),
          JSON.stringify(lead),
        ]);
      });
    const states = await times(16, (n) => sqlState(() => send(n)));
    await database.query(`delete from public.app_settings where key = 'rate_limits'`);
    expect(states.filter((state) => state === null)).toHaveLength(10);
    expect(states.filter((state) => state === 'PT429')).toHaveLength(6);
  });

  it('the one model call of a lead is granted to one of many callers', async () => {
    const id = await insert();
    const claims = await times(8, () => ask('claim_lead_model($1, $2, 100, 100)', [id, '203.0.113.1']));
    expect(claims.sort()).toEqual(['granted', ...Array<string>(7).fill('taken')]);
  });

  it('the day’s share holds exactly when many ask at once', async () => {
    await database.query('delete from app.lead_model_calls');
    const ids = await times(12, insert);
    const claims = await times(12, (n) =>
      ask('claim_lead_model($1, $2, 100, 5)', [ids[n], `address ${n % 4}`]),
    );
    expect(claims.filter((claim) => claim === 'granted')).toHaveLength(5);
    expect(claims.filter((claim) => claim === 'capped')).toHaveLength(7);
  });

  it('of two analyses at once one is kept, and both callers get it', async () => {
    const id = await insert();
    const analysis = (n: number) => JSON.stringify({ cityMatch: null, brazilMatch: null, note: n });
    const stored = await times(6, (n) => ask('save_lead_analysis($1, $2::text::jsonb)', [id, analysis(n)]));
    for (const one of stored) expect(one).toEqual(stored[0]);
  });
});
