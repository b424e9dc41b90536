import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Broadcast, hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import { type Checkpoint, type PullProcedure, pull } from '../support/phone.ts';

let database: TestDatabase;
let heard: () => Promise<Broadcast[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  heard = await hearBroadcasts(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await heard();
  await forgetTurns();
});

/** As if the last hint of every collection were long ago. */
const forgetTurns = () =>
  database.exec(`select setval(format('app.%I', 'hinted_' || event)::regclass, 1)
    from app.replicated_tables where scope = 'public'; delete from app.waiting_hints`);

const START = { xid: 0, id: '00000000-0000-0000-0000-000000000000' };
const isAfter = (a: Checkpoint, b: Checkpoint) => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);

/** Events that were broadcast to everybody since the last look. */
const events = async () =>
  (await heard()).filter(({ topic }) => topic === 'public:changes').map(({ event }) => event);

interface Pulled {
  epoch: string;
  rows: Record<string, unknown>[];
}

interface Whole extends Pulled {
  after: Checkpoint;
  checkpoint: Checkpoint;
}

/** The hint's content, which is the page of a pull from its place on. */
async function whole(hint: Broadcast | undefined): Promise<Whole> {
  const content = hint?.payload as Whole;
  const { epoch, rows, checkpoint } = await pull(
    database,
    `pull_${hint?.event}` as PullProcedure,
    content.after,
    content.rows.length,
  );
  expect(content).toEqual({ epoch, after: content.after, rows, checkpoint });
  return content;
}

const announce = async () =>
  (await database.query<{ sent: number }>('select public.send_waiting_hints() as sent'))[0]?.sent;

describe('a hint', () => {
  it('[T107] goes to a topic that only the database can send to, named after the collection, with the changed rows', async () => {
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    const [hint, ...others] = await heard();
    expect(others).toEqual([]);
    expect(hint).toMatchObject({ event: 'cities', topic: 'public:changes', private: true });
    expect((await whole(hint)).rows).toMatchObject([{ name: 'Natal' }]);
    await database.query(`update public.dance_styles set active = not active where name = 'Axé'`);
    await database.createUser({ role: 'teacher' });
    expect(await events()).toEqual(['dance_styles', 'teachers']);
  });

  it('is sent once per transaction and collection', async () => {
    await database.transaction(async (tx) => {
      await tx.exec(`update public.cities set active = not active`);
      await tx.exec(`update public.cities set active = not active where name = 'Natal'`);
      await tx.exec(`insert into public.dance_styles (name) values ('Salsa Cubana'), ('Rueda')`);
    });
    expect(await events()).toEqual(['cities', 'dance_styles']);
  });

  it('is not sent when nothing has changed or the transaction is rolled back', async () => {
    await database.exec(
      `update public.cities set active = active; update public.cities set active = true where false;`,
    );
    await database
      .transaction(async (tx) => {
        await tx.exec('update public.cities set active = not active');
        throw new Error('changed my mind');
      })
      .catch(() => null);
    expect(await events()).toEqual([]);
  });

  it('survives a savepoint that is rolled back', async () => {
    await database.transaction(async (tx) => {
      await tx.exec('savepoint a; update public.cities set active = not active; rollback to a');
      await tx.exec('update public.cities set active = not active');
    });
    expect(await events()).toEqual(['cities']);
  });

  it('that cannot be sent never undoes the write', async () => {
    await database.asPlatform('alter function realtime.send(jsonb, text, text, boolean) rename to send_away');
    await database.query(`update public.cities set active = false where name = 'Natal'`);
    await database.asPlatform(`create function realtime.send(jsonb, text, text, boolean) returns void language plpgsql
      as $$ begin raise exception 'no partition for today'; end $$`);
    await database.query(`update public.cities set active = true where name = 'Natal'`);
    await database.asPlatform(`drop function realtime.send(jsonb, text, text, boolean);
      alter function realtime.send_away(jsonb, text, text, boolean) rename to send`);
    const rows = await database.query(`select active from public.cities where name = 'Natal'`);
    expect(rows).toEqual([{ active: true }]);
    expect(await events()).toEqual([]);
  });
});

describe('the rows of a hint', () => {
  it('are those at the end of the transaction, as a pull sends them', async () => {
    const teacher = await database.createUser({ role: 'teacher' });
    await heard();
    await forgetTurns();
    await database.transaction(async (tx) => {
      await tx.query(`update public.user_profiles set name = 'Primeiro Nome' where id = $1`, [teacher]);
      await tx.query(`update public.user_profiles set name = 'Último Nome' where id = $1`, [teacher]);
    });
    const [hint, ...others] = (await heard()).filter(({ topic }) => topic === 'public:changes');
    expect(others).toEqual([]);
    expect((await whole(hint)).rows).toMatchObject([{ id: teacher, name: 'Último Nome' }]);
  });

  it('follow on those of the hint before, in the form of a page', async () => {
    const places: Whole[] = [];
    for (const active of [false, true]) {
      await forgetTurns();
      await database.query(`update public.cities set active = $1 where name = 'Natal'`, [active]);
      places.push(await whole((await heard())[0]));
    }
    await forgetTurns();
    await database.query(`update public.cities set active = not active where name in ('Natal', 'Recife')`);
    places.push(await whole((await heard())[0]));
    const [first, second, third] = places;
    expect(isAfter(second?.checkpoint ?? START, first?.checkpoint ?? START)).toBe(true);
    // Natal's place of the first hint is gone, so the second begins where the first did.
    expect(second?.after).toEqual(first?.after);
    expect(third?.rows).toHaveLength(2);
    expect(isAfter(third?.after ?? START, second?.checkpoint ?? START)).toBe(false);
  });

  it('are all of their part, also those of versions that another hint has announced', async () => {
    const versions: number[] = [];
    for (const city of ['Natal', 'Recife', 'Salvador']) {
      const [row] = await database.query<{ xid: string }>(
        `update public.cities set active = not active where name = $1 returning _xid::text as xid`,
        [city],
      );
      versions.push(Number(row?.xid));
    }
    const [first = 0, , last = 0] = versions;
    const [made] = await database.query<{ payload: unknown }>(
      `select app.hint_payload('cities', $1::bigint[], $2::bigint) as payload`,
      [[first, last], last + 1],
    );
    const hint = { event: 'cities', topic: 'public:changes', private: true, payload: made?.payload };
    const names = (await whole(hint)).rows.map(({ name }) => name);
    expect(names).toEqual(['Natal', 'Recife', 'Salvador']);
  });

  it('are never changed by their transaction after the hint', async () => {
    const late = database.transaction(async (tx) => {
      await tx.exec(`update public.cities set active = not active where name = 'Natal'`);
      await tx.exec('set constraints all immediate');
      await tx.exec(`update public.cities set active = active where name = 'Natal'`);
      await tx.exec(`update public.cities set active = not active where name = 'Recife'`);
    });
    await expect(late).rejects.toThrow('rows of cities change after the hint of their transaction');
    expect(await events()).toEqual([]);
    // Triggers at commit that are not listed here may write replicated rows after the hint.
    const deferred = await database.query<{ name: string }>(
      `select format('%s.%s', tgrelid::regclass, tgname) as name from pg_trigger
       where tgdeferrable and not tgisinternal order by 1`,
    );
    expect(deferred.map(({ name }) => name)).toEqual([
      'app.waiting_hints.send',
      'blocks.share_payment_key',
      'command_log.finished',
    ]);
  });

  it('hold nothing of a teacher who is no longer listed', async () => {
    const teacher = await database.createUser({ role: 'teacher' });
    await heard();
    await forgetTurns();
    await database.query('update public.teachers set is_paused = true where id = $1', [teacher]);
    const [hint] = (await heard()).filter(({ event }) => event === 'teachers');
    expect((hint?.payload as Pulled | undefined)?.rows).toEqual([
      { id: teacher, _xid: expect.any(Number), _deleted: true },
    ]);
  });

  it('are left out where they are many, or several large ones', async () => {
    await database.exec('update public.cities set active = not active');
    expect((await heard()).map(({ payload }) => payload)).toEqual([{}]);
    const texts = ['bio', 'experience'].map((field) => `${field} = repeat('ção', 600)`);
    const write = (teachers: readonly string[]) =>
      database.query(`update public.teachers set ${texts.join(', ')} where id = any ($1::uuid[])`, [
        teachers,
      ]);
    const teachers: string[] = [];
    for (let count = 0; count < 5; count += 1) teachers.push(await database.createUser({ role: 'teacher' }));
    await heard();
    await forgetTurns();
    await write(teachers.splice(1));
    expect((await heard()).filter(({ event }) => event === 'teachers').map(({ payload }) => payload)).toEqual(
      [{}],
    );
    await forgetTurns();
    await write(teachers);
    const [hint] = (await heard()).filter(({ event }) => event === 'teachers');
    expect((await whole(hint)).rows).toMatchObject([{ id: teachers[0] }]);
  });
});

describe('within ten seconds', () => {
  const rename = (city: string, active: boolean) =>
    database.query('update public.cities set active = $2 where name = $1', [city, active]);

  it('one hint of a collection is sent; the last of a burst follows when they are over, with all rows', async () => {
    await rename('Natal', false);
    await rename('Recife', false);
    await rename('Recife', true);
    await rename('Natal', true);
    await database.query(`update public.dance_styles set active = not active where name = 'Axé'`);
    expect(await events()).toEqual(['cities', 'dance_styles']);
    expect(await announce()).toBe(0);
    expect(await events()).toEqual([]);
    await database.exec(`select setval('app.hinted_cities', 1)`);
    expect(await announce()).toBe(1);
    const [hint, ...others] = await heard();
    expect(others).toEqual([]);
    const names = (await whole(hint)).rows.map(({ name, active }) => [name, active]);
    expect(names?.sort()).toEqual([
      ['Natal', true],
      ['Recife', true],
    ]);
    expect(await announce()).toBe(0);
  });

  it('a transaction that committed late is announced too', async () => {
    await database.exec(
      `select setval('app.hinted_cities', (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
    );
    await rename('Natal', false);
    expect(await events()).toEqual([]);
    await database.exec(`select setval('app.hinted_cities', 1)`);
    expect(await announce()).toBe(1);
    expect(await events()).toEqual(['cities']);
    await rename('Natal', true);
  });

  it('a clock that is set back delays nothing', async () => {
    await database.exec(
      `select setval('app.hinted_cities', (extract(epoch from clock_timestamp() + interval '1 day') * 1000)::bigint)`,
    );
    await rename('Natal', false);
    expect(await events()).toEqual(['cities']);
    await rename('Natal', true);
  });

  it('own rows are announced each time', async () => {
    const [student, teacher] = [
      await database.createUser({ role: 'student' }),
      await database.createUser({ role: 'teacher' }),
    ];
    await heard();
    for (const wanted of [true, false]) {
      const favourite = { teacher_id: teacher, wanted, wished_at: new Date().toISOString() };
      await callAs(database, student, `set_favourite(gen_random_uuid(), '${JSON.stringify(favourite)}')`);
    }
    const own = (await heard()).filter(({ topic }) => topic === `user:${student}`);
    expect(own.map(({ event }) => event)).toEqual(['favourites', 'favourites']);
  });
});
