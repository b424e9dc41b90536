import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Broadcast, hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let heard: () => Promise<Broadcast[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  heard = await hearBroadcasts(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await heard();
});

/** Events that were broadcast to everybody since the last look. */
const events = async () =>
  (await heard()).filter(({ topic }) => topic === 'public:changes').map(({ event }) => event);

describe('a hint', () => {
  it('goes to a topic that only the database can send to, without content, named after the collection', async () => {
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    expect(await heard()).toMatchObject([
      { event: 'cities', topic: 'public:changes', payload: {}, private: true },
    ]);
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
