/** A person's phones announce the writes that wait on them, for the phone that comes back without its data. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from './account-steps.ts';

interface Other {
  device: string;
  waiting: number;
  announced_at: string;
}
interface Answer {
  user_id: string;
  epoch: string;
  others: Other[];
}

let database: TestDatabase;
let me: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec('delete from app.waiting_writes where true; delete from app.rate_counts where true');
  me = await database.createUser({ role: 'student', name: 'Ana' });
});

const announce = (device: string | null, waiting: number | null, person: string | null = me) =>
  callAs<Answer>(database, person, 'announce_waiting($1, $2)', [device, waiting]);
const waitingBeside = async (device: string, person = me) =>
  (await announce(device, 0, person)).others.map((one) => [one.device, one.waiting]);
const kept = (person = me) =>
  database.query<{ device: string; waiting: number }>(
    'select device, waiting from app.waiting_writes where user_id = $1 order by device',
    [person],
  );

it('a new phone is told what the person’s other phones have announced, and not what it said itself', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()];
  expect(await announce(old, 2)).toMatchObject({ user_id: me, others: [] });
  const answer = await announce(fresh, 0);
  expect(answer).toMatchObject({ user_id: me, others: [{ device: old, waiting: 2 }] });
  expect(answer.others[0]?.announced_at).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+[+Z]/);
  const [epoch] = await database.query<{ epoch: string }>('select app.current_epoch() as epoch');
  expect(answer.epoch).toBe(epoch?.epoch);
});

it('the newest number counts, and a phone where nothing waits is forgotten', async () => {
  const [phone, other] = [randomUUID(), randomUUID()];
  await announce(phone, 3);
  await announce(phone, 1);
  expect(await waitingBeside(other)).toEqual([[phone, 1]]);
  await announce(phone, 0);
  expect(await waitingBeside(other)).toEqual([]);
  expect(await kept()).toEqual([]);
});

it('nobody is told of another person’s phones, even under the same device', async () => {
  const other = await database.createUser({ role: 'student', name: 'Bia' });
  const device = randomUUID();
  await announce(device, 2);
  expect(await waitingBeside(device, other)).toEqual([]);
  expect(await waitingBeside(randomUUID(), other)).toEqual([]);
  expect(await kept()).toEqual([{ device, waiting: 2 }]);
});

it.each([
  ['no device', null, 1],
  ['no number', randomUUID(), null],
  ['less than none', randomUUID(), -1],
  ['more than a phone holds', randomUUID(), 10_001],
])('%s is refused', async (_, device, waiting) => {
  expect(await refusal(() => announce(device, waiting))).toMatchObject({
    code: '22023',
    hint: 'invalid_value',
  });
  expect(await kept()).toEqual([]);
});

it('the 20 newest phones of a person are kept, the announcing one among them', async () => {
  const phones = Array.from({ length: 21 }, () => randomUUID());
  for (const phone of phones) await announce(phone, 1);
  await database.query(
    `update app.waiting_writes set announced_at = now() + interval '1 day' where user_id = $1`,
    [me],
  );
  const late = randomUUID();
  await database.query(
    `update app.waiting_writes set announced_at = now() - interval '2 days' where user_id = $1 and device = $2`,
    [me, phones[5]],
  );
  await announce(late, 1);
  const devices = (await kept()).map(({ device }) => device);
  expect(devices).toHaveLength(20);
  expect(devices).not.toContain(phones[0]);
  expect(devices).not.toContain(phones[5]);
});

it('a phone that announces in a loop is slowed down, and its last number stays', async () => {
  const phone = randomUUID();
  await announce(phone, 4);
  await database.query(`update app.rate_counts set calls = 240 where subject = 'announcements_person_hour'`);
  expect(await refusal(() => announce(phone, 5))).toMatchObject({ code: 'PT429', hint: 'too_many' });
  expect(await kept()).toEqual([{ device: phone, waiting: 4 }]);
});

it('announcing takes nothing from the writes that a person may send in an hour', async () => {
  await announce(randomUUID(), 1);
  const subjects = await database.query<{ subject: string }>('select distinct subject from app.rate_counts');
  expect(subjects).toEqual([{ subject: 'announcements_person_hour' }]);
});

it('a suspended account announces nothing, and is told nothing', async () => {
  await announce(randomUUID(), 2);
  await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [me]);
  expect(await refusal(() => announce(randomUUID(), 1))).toMatchObject({
    code: 'PT403',
    hint: 'account_banned',
  });
});

it('what was announced goes with the account, and its token announces nothing more', async () => {
  await announce(randomUUID(), 2);
  await database.query('delete from auth.users where id = $1', [me]);
  expect(await kept()).toEqual([]);
  expect(await refusal(() => announce(randomUUID(), 1))).toMatchObject({
    code: 'PT401',
    hint: 'account_missing',
  });
  expect(await kept()).toEqual([]);
});

it('a person reads it among the own data', async () => {
  const phone = randomUUID();
  await announce(phone, 2);
  expect(await callAs(database, me, 'my_data()')).toMatchObject({
    waiting_writes: [{ device: phone, waiting: 2 }],
  });
});

// «quantos envios esperavam num aparelho seu e quando ele avisou, por até 30 dias, para dizer a você se eles se perderem;»
it('[T115] it is deleted after 30 days, a bounded part at a time', async () => {
  const tidyIn = (days: number, atMost: number) =>
    database.query('select public.tidy_up($1, now() + make_interval(days => $2))', [atMost, days]);
  for (let phone = 0; phone < 3; phone += 1) await announce(randomUUID(), 1);
  await tidyIn(29, 1000);
  expect(await kept()).toHaveLength(3);
  await tidyIn(31, 2);
  expect(await kept()).toHaveLength(1);
  await tidyIn(31, 2);
  expect(await kept()).toEqual([]);
});
