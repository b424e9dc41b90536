/**
 * Behaviour that send-push has to show on every runtime and database, with a stand-in for Google.
 */
import { beforeEach, expect, it } from 'vitest';
import type { FcmStandIn } from '../support/fcm-stand-in.ts';
import type { Drained, PushSteps } from './push-steps.ts';

export interface Sending {
  steps: PushSteps;
  fcm: FcmStandIn;
  drain: () => Promise<Drained>;
}

export function sendsPushes(open: () => Sending) {
  let steps: PushSteps;
  let fcm: FcmStandIn;
  let drain: () => Promise<Drained>;
  beforeEach(async () => {
    ({ steps, fcm, drain } = open());
    fcm.reset();
    await steps.clear();
  });

  it('delivers once to every phone of a person, as data of strings that names the notification', async () => {
    const me = await steps.person(2);
    const id = await steps.notify(me, { kind: 'lesson_request.created', url: '/teacher/requests/1' });
    expect(await drain()).toMatchObject({ configured: true, taken: 1, sent: 2, paused: 0 });
    expect(fcm.complaints).toEqual([]);
    expect(fcm.sends.map(({ token }) => token).sort()).toEqual(me.tokens.toSorted());
    expect(fcm.sends[0]?.data).toEqual({
      notification_id: id,
      user_id: me.id,
      kind: 'lesson_request.created',
      title: 'Um título',
      body: 'Um texto',
      url: '/teacher/requests/1',
    });
    expect(fcm.sends[0]?.headers).toEqual({
      TTL: expect.stringMatching(/^8[56]\d{3}$/),
      Urgency: 'high',
      Topic: id.replaceAll('-', ''),
    });
    expect(await steps.queued(id)).toMatchObject({ outcome: 'sent' });
    expect(await drain()).toMatchObject({ taken: 0, sent: 0 });
    expect(fcm.sends).toHaveLength(2);
  });

  it('delivers to a phone without an account too, in the same run, and forgets its token when it is dead', async () => {
    const me = await steps.person();
    await steps.notify(me);
    const token = await steps.notifyVisitor();
    expect(await drain()).toMatchObject({ taken: 2, sent: 2 });
    const theirs = fcm.sends.find((one) => one.token === token);
    expect(theirs?.data).toMatchObject({ user_id: '', kind: 'alert.found', url: '/teachers/x' });
    expect(fcm.complaints).toEqual([]);
    expect(await drain()).toMatchObject({ taken: 0 });
    const gone = await steps.notifyVisitor();
    fcm.plan(gone, [{ error: 'UNREGISTERED' }], true);
    expect(await drain()).toMatchObject({ taken: 1, dead: 1, switched_off: 1 });
    expect(await steps.visitorPhones()).toEqual(expect.arrayContaining([token, null]));
  });

  it('requests one access token for many messages, and caches it', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => steps.person()));
    for (const one of people) await steps.notify(one);
    await drain();
    await steps.notify(await steps.person());
    await drain();
    expect(fcm.sends).toHaveLength(13);
    expect(fcm.grants).toBeLessThanOrEqual(1);
    expect(fcm.busiest).toBeLessThanOrEqual(8);
  });

  it('requests another one when Google refuses it, once, and loses nothing', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => steps.person()));
    await steps.notify(await steps.person());
    await drain();
    fcm.revokeAccess();
    for (const one of people) await steps.notify(one);
    expect(await drain()).toMatchObject({ sent: 3, retry: 0 });
    expect(fcm.grants).toBeLessThanOrEqual(2);
  });

  it('does not use an access token in its last minute', async () => {
    fcm.revokeAccess();
    fcm.access = 'short';
    for (const _ of [1, 2]) {
      await steps.notify(await steps.person());
      await drain();
    }
    expect(fcm.sends.filter(({ accepted }) => accepted)).toHaveLength(2);
    expect(fcm.grants).toBeGreaterThanOrEqual(2);
  });

  it.each(['refused', 'broken'] as const)(
    'leaves everything for later when the account is %s: nothing is lost, and FCM is not flooded',
    async (access) => {
      fcm.revokeAccess();
      fcm.access = access;
      const me = await steps.person();
      const id = await steps.notify(me);
      expect(await drain()).toMatchObject({ sent: 0, retry: 0, paused: access === 'refused' ? 300 : 30 });
      expect(await drain()).toMatchObject({ taken: 0 });
      fcm.access = 'granted';
      await steps.wake(id);
      expect(await drain()).toMatchObject({ sent: 1 });
      expect(await steps.queued(id)).toMatchObject({ attempts: 1 });
    },
  );

  it.each(['UNREGISTERED', 'NOT_FOUND'] as const)('switches off a phone that is gone: %s', async (error) => {
    const me = await steps.person(2);
    const [gone = '', alive = ''] = me.tokens;
    fcm.plan(gone, [{ error }], true);
    const id = await steps.notify(me);
    expect(await drain()).toMatchObject({ sent: 1, dead: 1, switched_off: 1 });
    expect(await steps.phone(gone)).toMatchObject({ is_active: false, validation_failures: 1 });
    expect(await steps.phone(alive)).toMatchObject({ is_active: true, validation_failures: 0 });
    expect(await steps.queued(id)).toMatchObject({ outcome: 'sent' });
    await steps.notify(me);
    await drain();
    expect(fcm.sends.filter(({ token }) => token === gone)).toHaveLength(1);
  });

  it.each(['SENDER_ID_MISMATCH', 'INVALID_TOKEN', 'INVALID_TOKEN_FIELD'] as const)(
    'switches off a phone that answers %s for the third time',
    async (error) => {
      const me = await steps.person();
      const [token = ''] = me.tokens;
      fcm.plan(token, [{ error }], true);
      for (const failures of [1, 2, 3]) {
        const id = await steps.notify(me);
        expect(await drain()).toMatchObject({ sent: 0, refused: 1, switched_off: failures === 3 ? 1 : 0 });
        expect(await steps.phone(token)).toMatchObject({
          is_active: failures < 3,
          validation_failures: failures,
        });
        expect(await steps.queued(id)).toMatchObject({ outcome: 'no_phone' });
      }
      await steps.notify(me);
      expect(await drain()).toMatchObject({ taken: 0 });
    },
  );

  it('forgets failures once a phone was reached', async () => {
    const me = await steps.person();
    const [token = ''] = me.tokens;
    fcm.plan(token, [{ error: 'INVALID_TOKEN' }, { error: 'INVALID_TOKEN' }]);
    for (const _ of [1, 2, 3]) {
      await steps.notify(me);
      await drain();
    }
    expect(await steps.phone(token)).toMatchObject({ is_active: true, validation_failures: 0 });
  });

  it('gives up a message that no phone accepts, without blaming the phone', async () => {
    const me = await steps.person();
    fcm.plan(me.tokens[0] ?? '', [{ error: 'INVALID_MESSAGE' }]);
    const id = await steps.notify(me);
    expect(await drain()).toMatchObject({ given_up: 1 });
    expect(await steps.queued(id)).toMatchObject({ outcome: 'given_up' });
    expect(await steps.phone(me.tokens[0] ?? '')).toMatchObject({ is_active: true, validation_failures: 0 });
  });

  it.each([
    ['INTERNAL', { error: 'INTERNAL' }],
    ['UNAVAILABLE', { error: 'UNAVAILABLE' }],
    ['THIRD_PARTY_AUTH_ERROR', { error: 'THIRD_PARTY_AUTH_ERROR' }],
    ['NETWORK', 'drop'],
    ['HTTP_502', 'page'],
  ] as const)('tries again, and only the phone that did not get it: %s', async (reason, reply) => {
    const me = await steps.person(2);
    const [late = '', soon = ''] = me.tokens;
    // The reply repeats for the whole drain: Deno itself retries once when a connection breaks.
    fcm.plan(late, [reply], true);
    const id = await steps.notify(me);
    expect(await drain()).toMatchObject({ sent: 1, retry: 1, paused: 0 });
    expect(await steps.reasons(id)).toEqual([reason]);
    expect(await drain()).toMatchObject({ taken: 0 });
    fcm.plan(late, ['ok']);
    await steps.wake(id);
    expect(await drain()).toMatchObject({ sent: 1, retry: 0 });
    expect(fcm.sends.filter(({ accepted }) => accepted).map(({ token }) => token)).toEqual([soon, late]);
    expect(await steps.phone(late)).toMatchObject({ is_active: true, validation_failures: 0 });
    expect(await steps.queued(id)).toMatchObject({ outcome: 'sent' });
    expect(fcm.grants).toBeLessThanOrEqual(1);
  });

  it.each([
    ['429 and so many seconds', { error: 'QUOTA_EXCEEDED', retryAfter: '7' }, 7, 7],
    ['429 alone', { error: 'QUOTA_EXCEEDED' }, 60, 60],
    ['503 and so many seconds', { error: 'UNAVAILABLE', retryAfter: '120' }, 120, 120],
    ['a far date', { error: 'UNAVAILABLE', retryAfter: 'Fri, 31 Dec 2100 23:59:59 GMT' }, 3600, 3600],
    ['no permission', { error: 'PERMISSION_DENIED' }, 300, 300],
  ] as const)('leaves FCM alone after %s, whoever drains', async (_, reply, least, most) => {
    for (const _person of [1, 2, 3]) await steps.notify(await steps.person());
    fcm.otherwise = reply;
    fcm.delay = 20;
    const counts = await drain();
    expect(counts).toMatchObject({ sent: 0, retry: 0 });
    expect(counts.paused).toBeGreaterThanOrEqual(least);
    expect(counts.paused).toBeLessThanOrEqual(most);
    expect(fcm.sends.length).toBeLessThanOrEqual(8);
    fcm.reset();
    expect(await drain()).toMatchObject({ taken: 0 });
    expect(fcm.sends).toEqual([]);
    await steps.wakeAll();
    expect(await drain()).toMatchObject({ sent: 3 });
  });

  it('holds back pushes that are not due, and those that were read, muted or lost their phone meanwhile', async () => {
    const [waiting, read, muted, off] = await Promise.all([
      ...[1, 2, 3, 4].map(() => steps.person()),
    ] as const);
    if (!waiting || !read || !muted || !off) throw new Error('nobody');
    const ids = [
      await steps.notify(waiting),
      await steps.notify(read),
      await steps.notify(muted, { kind: 'lesson_request.created' }),
      await steps.notify(off),
    ] as const;
    await steps.sql(`update public.push_queue set due_at = now() + interval '1 hour',
      next_at = now() + interval '1 hour' where notification_id = '${ids[0]}'`);
    await steps.sql(`update public.notifications set read_at = now() where id = '${ids[1]}'`);
    await steps.sql(
      `update public.user_profiles set muted_notifications = '{lessons}' where id = '${muted.id}'`,
    );
    await steps.sql(`update public.pwa_subscriptions set is_active = false where user_id = '${off.id}'`);
    expect(await drain()).toMatchObject({ taken: 3, sent: 0 });
    expect(fcm.sends).toEqual([]);
    expect(await Promise.all(ids.map(async (id) => (await steps.queued(id))?.outcome))).toEqual([
      ...[null, 'read', 'muted', 'no_phone'],
    ]);
  });

  it('shortens a text that is longer than FCM takes', async () => {
    const me = await steps.person();
    await steps.notify(me, { body: '💃🏽'.repeat(500), title: '💃'.repeat(120), url: `/${'é'.repeat(299)}` });
    expect(await drain()).toMatchObject({ sent: 1, given_up: 0 });
    expect(fcm.complaints).toEqual([]);
    expect(fcm.sends[0]?.data.body).toMatch(/^(💃🏽?)+…$/u);
  });

  it('two drains at once deliver to each phone once', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => steps.person(2)));
    for (const one of people) await steps.notify(one);
    fcm.delay = 10;
    const counts = await Promise.all([drain(), drain(), drain()]);
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(60);
    expect(counts.reduce((sum, { taken }) => sum + taken, 0)).toBe(30);
    expect(new Set(fcm.sends.map(({ token }) => token)).size).toBe(60);
    expect(fcm.sends).toHaveLength(60);
  });
}

/** Takes eight seconds, so it runs once for all runtimes. */
export function waitsForNobody(open: () => Sending) {
  it('a phone that never answers takes eight seconds, and is tried again', async () => {
    const { steps, fcm, drain } = open();
    fcm.reset();
    await steps.clear();
    const [slow, quick] = [await steps.person(), await steps.person()];
    fcm.plan(slow.tokens[0] ?? '', ['hang']);
    const id = await steps.notify(slow);
    await steps.notify(quick);
    expect(await drain()).toMatchObject({ sent: 1, retry: 1 });
    expect(await steps.reasons(id)).toEqual(['TIMEOUT']);
    await steps.wake(id);
    expect(await drain()).toMatchObject({ sent: 1 });
  });
}
