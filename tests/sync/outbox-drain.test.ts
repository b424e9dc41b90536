/** A long queue, and requests that hang: which are sent when, and their cost. Time is fake. */
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Draft } from '@/outbox/command';
import { createFlusher } from '@/outbox/flush';
import { OutboxStore } from '@/outbox/store';
import type { Answer, Request } from '@/outbox/transport';

const favourite = (n: number): Draft => ({
  kind: 'favourite.set',
  entity: { table: 'favourites', id: `teacher ${n}` },
  payload: { teacherId: `teacher ${n}`, wanted: true, wishedAt: '2026-11-25T12:00:00Z' },
  userId: 'anna',
});
const profile = (n: number): Draft => ({
  kind: 'profile.update',
  entity: { table: 'user_profiles', id: 'anna' },
  payload: { changes: { name: `Anna ${n}` } },
  userId: 'anna',
});
const well = ({ body }: Request): Answer => ({
  kind: 'answer',
  status: 200,
  body: { command_id: body.command_id, version: 1 },
  retryAfter: null,
});

/** A phone whose time passes by `wait`; requests that `hangs` selects are never answered. */
function newPhone(name: string, hangs: (request: Request) => boolean) {
  let now = 1_800_000_000_000;
  const timers = new Set<{ at: number; ring(): void }>();
  const store = new OutboxStore(() => now, name);
  const sent: Request[] = [];
  const flusher = createFlusher({
    store,
    send: (request) => {
      sent.push(request);
      return hangs(request) ? new Promise(() => undefined) : Promise.resolve(well(request));
    },
    accessFor: async (userId) => ({ kind: 'ok', userId, token: 'token' }),
    now: () => now,
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const timer = { at: now + ms, ring: resolve };
        timers.add(timer);
        signal.addEventListener('abort', () => timers.delete(timer));
      }),
    random: () => 0,
    withLock: (_, work) => work(),
  });
  const settled = async () => {
    for (let still = 0, before = -1; still < 30; still = sent.length === before ? still + 1 : 0) {
      before = sent.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.ring();
      }
      await settled();
    }
  };
  const undelivered = async () =>
    (await store.all()).filter(({ status }) => status !== 'delivered').map(({ entity }) => entity.id);
  return { store, flusher, sent, settled, wait, undelivered };
}

test('three writes that hang delay neither others of their kind nor another kind, nor later writes', async () => {
  const slow = ['teacher 0', 'teacher 1', 'teacher 2'];
  const phone = newPhone('hanging', ({ body }) =>
    slow.includes(String((body.favourite as { teacher_id?: string } | undefined)?.teacher_id)),
  );
  await phone.store.addAll([...Array.from({ length: 12 }, (_, n) => favourite(n)), profile(1)], null);
  void phone.flusher.flush('write');
  await phone.settled();
  expect(phone.sent).toHaveLength(3);
  await phone.wait(5);
  expect(await phone.undelivered()).toEqual(slow);
  await phone.store.addAll([profile(2)], null);
  void phone.flusher.flush('write');
  await phone.settled();
  expect(await phone.undelivered()).toEqual(slow);
  // Requests time out after 20 s and are repeated automatically, and still delay no other write.
  await phone.wait(20);
  await phone.store.addAll([favourite(20), favourite(21)], null);
  void phone.flusher.flush('write');
  await phone.wait(5);
  expect(await phone.undelivered()).toEqual(slow);
  phone.store.close();
});

test('a procedure that always hangs neither takes all slots nor gets all requests at once', async () => {
  const phone = newPhone('hanging-procedure', ({ path }) => path.endsWith('set_favourite'));
  await phone.store.addAll([...Array.from({ length: 100 }, (_, n) => favourite(n)), profile(1)], null);
  void phone.flusher.flush('write');
  await phone.wait(19);
  const hearts = () => phone.sent.filter(({ path }) => path.endsWith('set_favourite')).length;
  expect(hearts()).toBeLessThanOrEqual(4);
  expect(await phone.undelivered()).not.toContain('anna');
  phone.store.close();
});

/** OUTBOX_QUEUE=… sets another length: 2,000 are measured, not tested each time. */
const LONG = Number(process.env.OUTBOX_QUEUE ?? 150);

test('a long queue drains once, in order for each row, without reading all of it at each change', async () => {
  const phone = newPhone('long', () => false);
  const drafts = Array.from({ length: LONG }, (_, n) => (n % 10 === 0 ? profile(n) : favourite(n)));
  await phone.store.addAll(drafts, null);
  const reads = vi.spyOn(phone.store, 'all');
  await phone.flusher.flush('write');
  expect(reads.mock.calls.length).toBeLessThan(5);
  expect(await phone.undelivered()).toEqual([]);
  expect(new Set(phone.sent.map(({ body }) => body.command_id)).size).toBe(LONG);
  expect(phone.sent).toHaveLength(LONG);
  const names = phone.sent.flatMap(({ body }) => (body.changes as { name: string } | undefined)?.name ?? []);
  expect(names).toEqual(Array.from({ length: LONG / 10 }, (_, n) => `Anna ${n * 10}`));
  phone.store.close();
});
