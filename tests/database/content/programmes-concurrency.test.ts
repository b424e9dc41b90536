/** Sponsors and supporters written at the same time, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { count, refusal } from '../accounts/account-steps.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;

describePostgres('programmes on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { onnotice: () => undefined });
    one = await Session.open(sql);
    two = await Session.open(sql);
  });
  afterAll(async () => {
    one.release();
    two.release();
    await sql.end();
    await cluster.stop();
  });
  beforeEach(() => database.exec('delete from public.sponsors; delete from public.supporter_tiers'));

  const sponsor = (tier: string) =>
    `insert into public.sponsors (name, tier) values ('Marca ${randomUUID()}', '${tier}')`;

  it.each([
    ['read committed', 'commit', 'PT409'],
    ['repeatable read', 'commit', '40001'],
    ['read committed', 'rollback', null],
  ])(
    'the last slot goes to one of two who take it at once (%s, the first does %s)',
    async (level, end, code) => {
      await database.exec(`${sponsor('prata')};${sponsor('prata')}`);
      await one.run(`begin isolation level ${level}`);
      await two.run(`begin isolation level ${level}`);
      // Both transactions take their snapshot before either writes.
      await one.run('select count(*) from public.sponsors');
      await two.run('select count(*) from public.sponsors');
      await one.run(sponsor('prata'));
      const later = refusal(() => two.run(sponsor('prata')));
      await two.isWaiting(database);
      await one.run(end);
      const refused = await later;
      await two.run(refused ? 'rollback' : 'commit');
      expect(refused?.code ?? null).toBe(code);
      expect(await count(database, `public.sponsors where tier = 'prata' and is_active`, [])).toBe(3);
      expect(
        await count(database, `public.sponsor_tier_definitions where tier = 'prata' and sold = 3`, []),
      ).toBe(1);
    },
  );

  it('forty who want the nine slots get nine between them', async () => {
    const pool = postgres(database.url, { max: 12, onnotice: () => undefined });
    const tiers = ['bronze', 'prata', 'ouro', 'bronze'];
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => pool.unsafe(sponsor(tiers[at % tiers.length] ?? 'ouro'))),
    );
    await pool.end();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(
      await database.query('select tier, sold, slots from public.sponsor_tier_definitions order by position'),
    ).toEqual([
      { tier: 'bronze', sold: 5, slots: 5 },
      { tier: 'prata', sold: 3, slots: 3 },
      { tier: 'ouro', sold: 1, slots: 1 },
    ]);
  });

  it('two sponsors who swap tiers do not deadlock', async () => {
    await database.exec(`${sponsor('bronze')};${sponsor('prata')}`);
    const pool = postgres(database.url, { max: 8, onnotice: () => undefined });
    const swaps = Array.from({ length: 40 }, (_, at) =>
      pool.unsafe(
        `update public.sponsors set tier = case tier when 'bronze' then 'prata' else 'bronze' end
         where id = (select id from public.sponsors order by id offset ${at % 2} limit 1)`,
      ),
    );
    const states = await Promise.all(swaps.map((swap) => refusal(async () => void (await swap))));
    await pool.end();
    expect(states.filter((state) => state !== null)).toEqual([]);
  });

  it.each([
    ['the team adds the supporter first', 'admin'],
    ['the person proves the e-mail first', 'person'],
  ])('an e-mail confirmed while its supporter is added is linked: %s', async (_name, first) => {
    const email = `${randomUUID()}@example.com`;
    const person = await database.createUser({ role: 'student', email });
    const adding = `insert into public.supporter_tiers (email, tier, amount) values ('${email}', 'passinho', 1)`;
    const proving = `update auth.users set email_confirmed_at = now() where id = '${person}'`;
    await one.begin();
    await one.run(first === 'admin' ? adding : proving);
    await two.begin();
    const later = refusal(() => two.run(first === 'admin' ? proving : adding));
    await two.isWaiting(database);
    await one.commit();
    expect(await later).toBeNull();
    await two.commit();
    expect(await database.query('select user_id from public.supporter_tiers')).toEqual([{ user_id: person }]);
  });

  it('names, tiers and confirmations written together end without deadlock', async () => {
    const teachers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        database.createUser({ role: 'teacher', email: `prof${at}@example.com`, name: 'Professora' }),
      ),
    );
    await database.query('update auth.users set email_confirmed_at = now()');
    for (const at of teachers.keys()) {
      await database.query(
        `insert into public.supporter_tiers (email, tier, amount) values ('prof${at}@example.com', 'passinho', 1)`,
      );
    }
    const pool = postgres(database.url, { max: 12, onnotice: () => undefined });
    const work = Array.from({ length: 120 }, (_, at) => {
      const person = teachers[at % 4];
      const tier = at % 8 < 4 ? 'brilho_palco' : 'passinho';
      return pool.unsafe(
        at % 3 === 0
          ? `update public.user_profiles set name = 'Professora ${'abcdefgh'[at % 8]}' where id = '${person}'`
          : `update public.supporter_tiers set tier = '${tier}', is_active = ${at % 5 > 0} where user_id = '${person}'`,
      );
    });
    const states = await Promise.all(work.map((each) => refusal(async () => void (await each))));
    await pool.end();
    expect(states.filter((state) => state !== null)).toEqual([]);
    expect(
      await database.query(
        `select count(*)::int as wrong from public.teacher_listings l left join public.supporter_tiers s
           on s.user_id = l.id and s.is_active and s.tier = 'brilho_palco' where l.is_featured <> (s.id is not null)`,
      ),
    ).toEqual([{ wrong: 0 }]);
    expect(
      await database.query(
        `select count(*)::int as wrong from public.public_supporters v
           full join (select * from public.content_items where kind = 'supporter' and not _deleted) c on c.id = v.id
         where (c.data ->> 'name', c.data ->> 'tier') is distinct from (v.name, v.tier)`,
      ),
    ).toEqual([{ wrong: 0 }]);
  });
});
