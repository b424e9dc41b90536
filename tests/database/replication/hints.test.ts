import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

interface Broadcast {
  event: string;
  topic: string;
  payload: unknown;
  private: boolean;
}

let database: TestDatabase;
let heard: Broadcast[];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.listen('realtime_broadcast', (message) => {
    heard.push(JSON.parse(message) as Broadcast);
  });
});
afterAll(() => database.close());
beforeEach(() => {
  heard = [];
});

/**
 * Events that were broadcast to everybody so far: messages arrive in order, so all before the
 * marker are in.
 */
async function events(): Promise<string[]> {
  await database.query(`select realtime.send('{}', 'mark', 'test', false)`);
  await expect.poll(() => heard.at(-1)?.event).toBe('mark');
  return heard
    .slice(0, -1)
    .filter((message) => message.topic === 'public:changes' || message.topic === 'test')
    .map((message) => message.event);
}

describe('a hint', () => {
  it('goes to a topic that only the database can send to, without content, named after the collection', async () => {
    await database.query(`update public.cities set active = not active where name = 'Natal'`);
    await events();
    expect(heard[0]).toMatchObject({ event: 'cities', topic: 'public:changes', payload: {}, private: true });
    await database.query(`update public.dance_styles set active = not active where name = 'Axé'`);
    await database.createUser({ role: 'teacher' });
    expect(await events()).toEqual(['cities', 'mark', 'dance_styles', 'teachers']);
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
