import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { nextLook } from '@/outbox/backoff';
import { type Draft, OUTBOX_NAME } from '@/outbox/command';
import { prune } from '@/outbox/prune';
import { OutboxStore } from '@/outbox/store';
import { REFUSAL } from '../support/row-samples';

const ANNA = 'anna';
let now = 1_800_000_000_000;
let phones = 0;

function newStore(): OutboxStore {
  phones += 1;
  return new OutboxStore(() => now, `store-${phones}`);
}

const update = (name: string): Draft => ({
  kind: 'profile.update',
  entity: { table: 'user_profiles', id: ANNA },
  payload: { changes: { name } },
  base: 3,
  userId: ANNA,
});
const request = (id: string): Draft => ({
  kind: 'lesson_request.create',
  entity: { table: 'lesson_requests', id },
  payload: { request: { id } },
  userId: ANNA,
});
const cancel = (id: string): Draft => ({
  kind: 'lesson_request.cancel',
  entity: { table: 'lesson_requests', id },
  payload: { requestId: id, reason: null },
  userId: ANNA,
});
const refusal = { ...REFUSAL, why: 'rejected', status: 422, code: null, hint: 'x' };

async function add(store: OutboxStore, draft: Draft): Promise<string> {
  const stored = await store.add(draft, null);
  if (stored.kind !== 'stored') throw new Error(stored.reason);
  return stored.command.id;
}

const states = async (store: OutboxStore) => (await store.all()).map(({ status }) => status);

afterEach(() => {
  vi.restoreAllMocks();
});

test('it is written with strict durability: an empty battery loses nothing that was reported as stored', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await add(newStore(), update('Ana'));
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.map(([, , options]) => options)).toEqual(writes.map(() => ({ durability: 'strict' })));
});

test("on a phone with a wrong clock, a write says when it was made by the server's clock and is due by the phone's", async () => {
  const store = new OutboxStore(
    () => now,
    'fast',
    () => now - 3 * 86_400_000,
  );
  await add(store, request('r1'));
  expect(await store.all()).toMatchObject([{ createdAt: now - 3 * 86_400_000, dueAt: now }]);
});

test('the schema is frozen: tabs and workers of other releases have it open', async () => {
  const store = new OutboxStore();
  await add(store, update('Ana'));
  const [found] = (await indexedDB.databases()).filter(({ name }) => name === OUTBOX_NAME);
  expect(found?.version).toBe(1);
  const [command] = await store.all();
  expect(Object.keys(command ?? {}).sort()).toEqual([
    'ack',
    'attempts',
    'base',
    'createdAt',
    'dueAt',
    'entity',
    'error',
    'id',
    'kind',
    'payload',
    'seq',
    'status',
    'userId',
    'version',
    'visitor',
  ]);
});

test('a phone whose storage does not persist says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(await newStore().add(update('Ana'), null)).toEqual({ kind: 'not-stored', reason: 'blocked' });
});

test('the same id stored twice is one command', async () => {
  const store = newStore();
  await store.add({ ...update('Ana'), id: 'one' }, null);
  await store.add({ ...update('Ana'), id: 'one' }, null);
  expect(await states(store)).toEqual(['queued']);
});

test('commands that depend on a discarded new row go with it; those that follow a change are sent without it', async () => {
  const store = newStore();
  const created = await add(store, request('r'));
  await add(store, cancel('r'));
  const changed = await add(store, update('Ana'));
  await add(store, update('Ana Maria'));
  for (const id of [created, changed]) {
    await store.claim(id);
    await store.reject(id, refusal);
  }
  expect(await states(store)).toEqual(['rejected', 'parked', 'rejected', 'parked']);
  await store.discard(created);
  await store.discard(changed);
  const left = await store.all();
  expect(left.map(({ payload, status }) => [payload, status])).toEqual([
    [{ changes: { name: 'Ana Maria' } }, 'queued'],
  ]);
});

test('a possibly sent command is not withdrawn, nor are those that follow it', async () => {
  const store = newStore();
  const first = await add(store, request('r'));
  await store.claim(first);
  expect(await store.withdraw(first)).toBe(false);
  await store.postpone(first, now, refusal);
  expect(await store.withdraw(first)).toBe(false);
  expect(await states(store)).toEqual(['queued']);
  const second = await add(store, request('s'));
  await add(store, cancel('s'));
  expect(await store.withdraw(second)).toBe(true);
  expect(await store.withdraw(second)).toBe(true);
  expect((await store.all()).map(({ id }) => id)).toEqual([first]);
});

test('writes that belong together are stored together or not at all', async () => {
  const store = newStore();
  const stored = await store.addAll([request('r'), cancel('r')], null);
  expect(stored).toMatchObject({ kind: 'stored', commands: [{ seq: 1 }, { seq: 2 }] });
  const put = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (
    this: IDBObjectStore,
    value,
  ) {
    put.mockImplementationOnce(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    return this.put(value);
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await store.addAll([request('s'), cancel('s')], null)).toEqual({
    kind: 'not-stored',
    reason: 'full',
  });
  expect((await store.all()).map(({ entity }) => entity.id)).toEqual(['r', 'r']);
});

test('a write on a row with a refused earlier one is parked from the start, and is sent when that is corrected', async () => {
  const store = newStore();
  const first = await add(store, update('bad'));
  await store.claim(first);
  await store.reject(first, refusal);
  await add(store, update('Ana'));
  expect(await states(store)).toEqual(['rejected', 'parked']);
  const edited = await store.replace(first, { changes: { name: 'Bea' } });
  expect(edited.kind).toBe('stored');
  expect((await store.all()).map(({ payload, status }) => [payload, status])).toEqual([
    [{ changes: { name: 'Bea' } }, 'queued'],
    [{ changes: { name: 'Ana' } }, 'queued'],
  ]);
});

test('a possibly delivered command is not edited', async () => {
  const store = newStore();
  const id = await add(store, update('Ana'));
  await store.claim(id);
  expect(await store.replace(id, {})).toEqual({ kind: 'too-late' });
  await store.postpone(id, now, null);
  expect(await store.replace(id, {})).toEqual({ kind: 'too-late' });
});

test('receipts are dropped after an hour once the replica has the row, after eight days at the latest', async () => {
  const store = newStore();
  const ids = [await add(store, update('Ana')), await add(store, request('r'))];
  for (const id of ids) await store.deliver(id, { version: 5, answer: {}, at: now, settled: false });
  await store.settle(ids.slice(0, 1));
  now += 61 * 60_000;
  await prune(store, now);
  expect((await store.all()).map(({ id }) => id)).toEqual(ids.slice(1));
  now += 8 * 24 * 60 * 60_000;
  await prune(store, now);
  expect(await store.all()).toEqual([]);
});

test('the timer fires when a command is due, less and less often while nothing can be sent', () => {
  expect(nextLook(null, now, 0)).toBeNull();
  expect(nextLook(now + 30_000, now, 0)).toBe(30_000);
  expect([0, 1, 5, 50].map((fruitless) => nextLook(now, now, fruitless))).toEqual([
    1_000, 2_000, 32_000, 300_000,
  ]);
});

test('a write is based on the newest version that the screen showed: the row’s, or of an own delivered write', async () => {
  const store = newStore();
  const first = await add(store, update('Ana'));
  await store.deliver(first, { version: 9, answer: {}, at: now, settled: false });
  await add(store, update('Ana Lima'));
  await add(store, { ...update('Ana Lima'), base: 12 });
  await add(store, { ...update('Bento'), userId: 'ben' });
  expect((await store.all()).map(({ base }) => base)).toEqual([3, 9, 12, 3]);
});
