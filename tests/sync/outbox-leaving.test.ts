/** The outbox after a sign-out. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Leaving } from '@/auth/leaving/release';
import type { Answer, Request } from '@/outbox/transport';
import { flushInWorker } from '@/outbox/worker';
import { newBrowser } from './support/browser-globals';

const ANNA = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';

/** A phone without a network: only what a test passes to the flusher is sent anywhere. */
async function phoneWithWrites() {
  newBrowser();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  Object.assign(globalThis, { window: new EventTarget() });
  vi.resetModules();
  const { forgetPerson } = await import('@/auth/leaving/release');
  const entry = await import('@/outbox/entry');
  const { needOutbox } = await import('@/outbox/load');
  const { store } = await needOutbox();
  for (const userId of [ANNA, BEN, null]) {
    for (const name of ['delivered', 'waiting']) {
      const stored = await store.add(
        {
          kind: 'profile.update',
          entity: { table: 'user_profiles', id: `${userId} ${name}` },
          payload: { changes: { name } },
          userId,
        },
        null,
      );
      if (stored.kind === 'stored' && name === 'delivered')
        await store.deliver(stored.command.id, { version: 1, at: Date.now(), settled: false, answer: {} });
    }
  }
  const left = async () =>
    (await store.all()).map(({ userId, status }) => [userId, status === 'delivered' ? status : 'unsent']);
  return { ...entry, store, forgetPerson, left };
}

afterEach(() => vi.unstubAllGlobals());

const others = [
  [BEN, 'delivered'],
  [BEN, 'unsent'],
  [null, 'delivered'],
  [null, 'unsent'],
];

test.each<[string, Leaving]>([
  ['who leaves without an answer about it', { ended: null, keepUnsent: false }],
  ['who keeps it', { ended: null, keepUnsent: true }],
  ['whom the server signs out', { ended: 'revoked', keepUnsent: true }],
  ['whose account is gone, until it was named', { ended: 'removed', keepUnsent: false }],
])('unsent writes stay, with %s', async (_who, leaving) => {
  const { forgetPerson, left, unsentOf } = await phoneWithWrites();
  await forgetPerson(ANNA, leaving);
  expect(await left()).toEqual([[ANNA, 'unsent'], ...others]);
  expect(await unsentOf(ANNA)).toHaveLength(1);
});

test('they go when they were discarded; other people lose nothing', async () => {
  const phone = await phoneWithWrites();
  await phone.leaveOutbox(ANNA, 'discard');
  expect(await phone.left()).toEqual(others);
  expect(await phone.unsentOf(ANNA)).toEqual([]);
});

test('a phone after a sign-out reports that without a name until the server confirms, whoever signs in next', async () => {
  const phone = await phoneWithWrites();
  await phone.leaveOutbox(ANNA, 'discard');
  await phone.store.forget(BEN, { unsent: true });
  const { releasePushWith, writePushRecord, readPushRecord } = await import('@/auth/push-record');
  const { sayFarewell } = await import('@/features/push/farewell');
  const { pendingFor } = await import('@/outbox/pending-store');
  releasePushWith(sayFarewell);
  const told = { endpoint: 'https://push.example/1', token: 't'.repeat(120), release: 'word' };
  writePushRecord({ ...told, userId: ANNA, expiresAt: 1, checkedAt: 1 });
  await phone.forgetPerson(ANNA, { ended: 'revoked', keepUnsent: true });
  expect(readPushRecord(ANNA)).toBeNull();
  const farewell = async () => (await phone.store.all()).find(({ kind }) => kind === 'push.release');
  expect(await farewell()).toMatchObject({ userId: null, payload: { word: 'word' } });
  expect(JSON.stringify(await farewell())).not.toMatch(new RegExp(`${ANNA}|${told.endpoint}|${told.token}`));
  const listed = pendingFor(await phone.store.all(), { userId: BEN, visitor: null });
  expect(listed.map(({ command }) => command.kind)).not.toContain('push.release');

  const sent: Request[] = [];
  const faults: (Answer | 'heard')[] = [
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'answer', status: 200, body: undefined, retryAfter: null },
    { kind: 'answer', status: 503, body: {}, retryAfter: null },
    { kind: 'answer', status: 404, body: { code: 'PGRST202' }, retryAfter: null },
    'heard',
  ];
  let now = Date.now();
  for (const fault of faults) {
    now += 2 * 60 * 60_000;
    const at = now;
    await flushInWorker({
      store: phone.store,
      now: () => at,
      send: async (request) => {
        if (!request.path.endsWith('/release_phone')) return { kind: 'network' };
        sent.push(request);
        const body = { command_id: request.body.command_id, released: true };
        return fault === 'heard' ? { kind: 'answer', status: 200, body, retryAfter: null } : fault;
      },
    });
    expect((await farewell())?.status).toBe(fault === 'heard' ? 'delivered' : 'queued');
  }
  expect(sent).toHaveLength(faults.length);
  expect(sent.map(({ body, token }) => [body.word, token])).toEqual(faults.map(() => ['word', null]));
  expect(new Set(sent.map(({ body }) => body.command_id)).size).toBe(1);
});
