/** Draining the queue: which phones are notified, when, and which are not. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import {
  claimAt,
  finishAt,
  later,
  NOON,
  nothingQueued,
  notifyAt,
  personWithPhones,
  phone,
  queued,
  tokensOf,
} from './push-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => nothingQueued(database));

const isDue = async (at: string) => {
  const [row] = await database.query<{ due: boolean }>(`select public.pushes_due(${at}) as due`);
  return row?.due;
};

describe('a drain', () => {
  it('gets due pushes, with texts and every phone, and no other drain gets them meanwhile', async () => {
    const me = await personWithPhones(database, 2);
    const id = await notifyAt(database, me.id);
    expect(await isDue(`'${NOON}'`)).toBe(true);
    const claim = await claimAt(database);
    expect(claim).toMatchObject({ taken: 1, paused_until: null });
    expect(claim.messages).toMatchObject([
      {
        notification_id: id,
        user_id: me.id,
        kind: 'test',
        title: 'Título',
        body: 'Texto',
        url: null,
        seconds: 86400,
      },
    ]);
    expect(tokensOf(claim)).toEqual(me.tokens.toSorted());
    expect(await isDue(`'${NOON}'`)).toBe(false);
    expect(await claimAt(database, later(NOON, '119 s'))).toMatchObject({ taken: 0, messages: [] });
    expect(await finishAt(database, claim, () => 'sent')).toEqual({
      recorded: 2,
      finished: 1,
      switched_off: 0,
    });
    expect(await queued(database, id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    expect(await claimAt(database, later(NOON, '1 hour'))).toMatchObject({ taken: 0 });
  });

  it('claims a limited number, the oldest first', async () => {
    const me = await personWithPhones(database);
    const ids: string[] = [];
    for (const minute of [3, 1, 2])
      ids[minute] = await notifyAt(database, me.id, `2087-03-10 11:0${minute}-03`);
    const [one, two] = [await claimAt(database, `'${NOON}'`, 2), await claimAt(database, `'${NOON}'`, 2)];
    expect(one.messages.map(({ notification_id }) => notification_id)).toEqual([ids[1], ids[2]]);
    expect(two.messages.map(({ notification_id }) => notification_id)).toEqual([ids[3]]);
  });

  it('that died is taken over by another one when its lease ends, which sends again', async () => {
    const me = await personWithPhones(database);
    const id = await notifyAt(database, me.id);
    const lost = await claimAt(database);
    const found = await claimAt(database, later(NOON, '121 s'));
    expect(tokensOf(found)).toEqual(tokensOf(lost));
    expect(found.lease).not.toBe(lost.lease);
    expect(await finishAt(database, found, () => 'sent')).toMatchObject({ finished: 1 });
    expect(await queued(database, id)).toMatchObject({ outcome: 'sent', attempts: 2 });
  });

  it('that was only slow still reports what it sent, and decides nothing else', async () => {
    const me = await personWithPhones(database, 2);
    const [first = '', second = ''] = me.tokens;
    const id = await notifyAt(database, me.id);
    const slow = await claimAt(database);
    const next = await claimAt(database, later(NOON, '121 s'));
    await finishAt(database, slow, (token) => (token === first ? 'sent' : 'dead'));
    expect(await phone(database, second)).toEqual({ is_active: true, validation_failures: 0 });
    expect(await queued(database, id)).toMatchObject({ outcome: null });
    await finishAt(database, next, () => 'retry', later(NOON, '122 s'));
    const last = await claimAt(database, later(NOON, '1 hour'));
    expect(tokensOf(last)).toEqual([second]);
  });

  it('that reports twice counts once', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id);
    const claim = await claimAt(database);
    expect(await finishAt(database, claim, () => 'refused')).toMatchObject({ recorded: 1, finished: 1 });
    expect(await finishAt(database, claim, () => 'refused')).toMatchObject({ recorded: 0, finished: 0 });
    expect(await phone(database, me.tokens[0] ?? '')).toEqual({ is_active: true, validation_failures: 1 });
  });

  it('that was cut off leaves the rest to the next one at once, and not counted', async () => {
    const me = await personWithPhones(database, 2);
    const untouched = await notifyAt(database, me.id, '2087-03-10 11:30-03');
    const half = await notifyAt(database, me.id, '2087-03-10 11:40-03');
    const claim = await claimAt(database);
    const [, second] = claim.messages;
    const reached = second?.phones[0]?.token ?? '';
    const part = { ...claim, messages: claim.messages.slice(1) };
    expect(await finishAt(database, part, (token) => (token === reached ? 'sent' : null))).toMatchObject({
      recorded: 1,
      finished: 0,
    });
    expect(await queued(database, untouched)).toMatchObject({ attempts: 0 });
    const next = await claimAt(database);
    expect(next.messages.map(({ notification_id, phones }) => [notification_id, phones.length])).toEqual([
      [untouched, 2],
      [half, 1],
    ]);
  });

  it('in the quiet hours gets only pushes that became due just before [D151]', async () => {
    const me = await personWithPhones(database);
    const early = await notifyAt(database, me.id, '2087-03-10 20:00-03');
    const late = await notifyAt(database, me.id, '2087-03-10 21:59-03');
    await notifyAt(database, me.id, '2087-03-10 23:00-03');
    const at = (time: string) => `'${time}-03'`;
    expect((await claimAt(database, at('2087-03-10 22:02'))).messages).toMatchObject([
      { notification_id: late },
    ]);
    for (const time of ['2087-03-10 23:30', '2087-03-11 00:00', '2087-03-11 07:59:59']) {
      expect([time, await isDue(at(time))]).toEqual([time, false]);
      expect(await claimAt(database, at(time))).toMatchObject({ taken: 0 });
    }
    expect((await claimAt(database, at('2087-03-11 08:00'))).messages).toHaveLength(3);
    expect(await queued(database, early)).toMatchObject({ attempts: 1 });
  });

  it('finds nothing during FCM’s Retry-After, and everything afterwards', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id);
    const claim = await claimAt(database);
    await finishAt(database, claim, () => null, `'${NOON}'`, 60);
    expect(await isDue(later(NOON, '59 s'))).toBe(false);
    expect(await claimAt(database, later(NOON, '59 s'))).toMatchObject({
      taken: 0,
      paused_until: expect.stringContaining('2087-03-10'),
    });
    // A shorter Retry-After does not end a longer one; none lasts longer than an hour.
    await finishAt(database, claim, () => null, `'${NOON}'`, 5);
    expect(await isDue(later(NOON, '59 s'))).toBe(false);
    expect(await isDue(later(NOON, '61 s'))).toBe(true);
    await finishAt(database, claim, () => null, `'${NOON}'`, 999_999);
    expect(await isDue(later(NOON, '59 min'))).toBe(false);
    expect(await isDue(later(NOON, '61 min'))).toBe(true);
  });
});

describe('nobody is notified', () => {
  it.each([
    ['read', `update public.notifications set read_at = now() where id = $1`],
    ['gone', `update public.notifications set _deleted = true where id = $1`],
    [
      'muted',
      `update public.user_profiles set muted_notifications = '{account}'
       where id = (select user_id from public.notifications where id = $1)`,
    ],
    [
      'no_phone',
      `update public.pwa_subscriptions set is_active = false
       where user_id = (select user_id from public.notifications where id = $1)`,
    ],
    [
      'no_phone',
      `update public.pwa_subscriptions set token_expires_at = '2087-03-10 11:59-03'
       where user_id = (select user_id from public.notifications where id = $1)`,
    ],
    ['expired', `update public.push_queue set due_at = '2087-03-09 11:59-03' where notification_id = $1`],
    ['given_up', `update public.push_queue set attempts = 20 where notification_id = $1`],
  ])('what is %s by then', async (outcome, sql) => {
    const me = await personWithPhones(database);
    const id = await notifyAt(database, me.id);
    await database.query(sql, [id]);
    expect(await claimAt(database)).toMatchObject({ taken: 1, messages: [] });
    expect(await queued(database, id)).toMatchObject({ outcome });
    expect(await isDue(`'${NOON}'`)).toBe(false);
  });

  it('on a phone that now belongs to another person', async () => {
    const [me, other] = [await personWithPhones(database), await personWithPhones(database, 0)];
    const id = await notifyAt(database, me.id);
    await database.query(
      'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, $2, $3)',
      [other.id, me.tokens[0], `https://push.example.com/${randomUUID()}`],
    );
    expect((await claimAt(database)).messages).toEqual([]);
    expect(await queued(database, id)).toMatchObject({ outcome: 'no_phone' });
  });

  it('twice on one phone that has two subscriptions', async () => {
    const me = await personWithPhones(database, 2);
    await notifyAt(database, me.id);
    // take_phone prevents such rows; two upserts that did not see each other could still have left
    // one.
    await database.exec('alter table public.pwa_subscriptions disable trigger user');
    await database.query('update public.pwa_subscriptions set fcm_token = $1 where user_id = $2', [
      me.tokens[0],
      me.id,
    ]);
    await database.exec('alter table public.pwa_subscriptions enable trigger user');
    expect(tokensOf(await claimAt(database))).toEqual([me.tokens[0]]);
  });
});

it('rejects malformed results', async () => {
  const me = await personWithPhones(database);
  await notifyAt(database, me.id);
  const { lease, messages } = await claimAt(database);
  const [message] = messages;
  const finish = (results: string) =>
    sqlState(() => database.query('select public.finish_pushes($1, $2::text::jsonb)', [lease, results]));
  for (const results of ['{}', 'null', '"sent"'])
    expect([results, await finish(results)]).toEqual([results, '22023']);
  const entry = {
    notification_id: message?.notification_id,
    subscription_id: message?.phones[0]?.subscription_id,
    outcome: 'perhaps',
  };
  expect(await finish(JSON.stringify([entry]))).toBe('23514');
  expect(await queued(database, entry.notification_id ?? '')).toMatchObject({ outcome: null });
});
