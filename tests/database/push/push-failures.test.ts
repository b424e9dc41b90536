/** Phones that could not be reached, and phones whose token is gone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  addPhone,
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

describe('a failure', () => {
  it('that is temporary is retried, later each time, ten times at most; phones already reached are left out', async () => {
    const me = await personWithPhones(database, 2);
    const [had = '', late = ''] = me.tokens;
    const id = await notifyAt(database, me.id);
    await finishAt(database, await claimAt(database), (token) => (token === had ? 'sent' : 'retry'));
    const waits: number[] = [];
    for (let failures = 1; failures < 10; failures++) {
      // Each morning at ten, so that no back-off meets the quiet hours.
      const [row] = await database.query<{ wait: number }>(
        `update public.push_queue set next_at = $1 where notification_id = $2
         returning (select extract(epoch from q.next_at - d.updated_at)::int
           from public.push_queue q, public.push_deliveries d
           where q.notification_id = $2 and d.notification_id = $2 and d.failures > 0) as wait`,
        [NOON, id],
      );
      waits.push(row?.wait ?? 0);
      const claim = await claimAt(database);
      expect([failures, tokensOf(claim)]).toEqual([failures, [late]]);
      await finishAt(database, claim, () => 'retry');
    }
    for (const [n, wait] of waits.entries()) {
      const least = Math.min(30 * 2 ** n, 3600);
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(Math.ceil(least * 1.25));
    }
    expect(await queued(database, id)).toMatchObject({ outcome: 'sent' });
    expect(await phone(database, late)).toEqual({ is_active: true, validation_failures: 0 });
  });

  it('near the quiet hours is retried in the morning', async () => {
    const me = await personWithPhones(database);
    const id = await notifyAt(database, me.id, '2087-03-10 21:59:50-03');
    const at = `'2087-03-10 21:59:55-03'`;
    await finishAt(database, await claimAt(database, at), () => 'retry', at);
    expect(new Date((await queued(database, id))?.next_at ?? '').toISOString()).toBe(
      '2087-03-11T11:00:00.000Z',
    );
  });

  it('of a token does not switch off a phone that has a newer one', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id);
    const claim = await claimAt(database);
    const token = `${'n'.repeat(100)}${randomUUID()}`;
    await database.query('update public.pwa_subscriptions set fcm_token = $1 where user_id = $2', [
      token,
      me.id,
    ]);
    expect(await finishAt(database, claim, () => 'dead')).toMatchObject({ recorded: 1, switched_off: 0 });
    expect(await phone(database, token)).toEqual({ is_active: true, validation_failures: 0 });
  });

  it('three times for one phone in one drain switches it off', async () => {
    const me = await personWithPhones(database);
    for (const _ of [1, 2, 3]) await notifyAt(database, me.id);
    expect(await finishAt(database, await claimAt(database), () => 'refused')).toMatchObject({
      finished: 3,
      switched_off: 1,
    });
    expect(await phone(database, me.tokens[0] ?? '')).toEqual({ is_active: false, validation_failures: 3 });
  });

  it('of one phone leaves the others alone; a dead one is not tried again', async () => {
    const me = await personWithPhones(database, 3);
    const [dead = '', late = ''] = me.tokens;
    const id = await notifyAt(database, me.id);
    await finishAt(database, await claimAt(database), (token) =>
      token === dead ? 'dead' : token === late ? 'retry' : 'sent',
    );
    const added = await addPhone(database, me.id);
    const again = await claimAt(database, later(NOON, '5 min'));
    expect(tokensOf(again)).toEqual([late, added].sort());
    await finishAt(database, again, () => 'given_up', later(NOON, '5 min'));
    expect(await queued(database, id)).toMatchObject({ outcome: 'sent' });
  });
});
