/** Acknowledged writes after the server comes back from a backup that lacks them. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Draft, RawCommand } from '@/outbox/command';
import { comparable } from '@/outbox/epochs';
import { isOverlaid } from '@/outbox/overlay';
import { prune } from '@/outbox/prune';
import { type AskKnown, checkReceipts } from '@/outbox/restored';
import { OutboxStore } from '@/outbox/store';
import { REFUSAL } from '../support/row-samples';
import { caughtUp } from './support/outbox-screen';

const ANNA = 'anna';
let now = 1_800_000_000_000;
let phones = 0;
let store: OutboxStore;

beforeEach(() => {
  phones += 1;
  now = 1_800_000_000_000;
  store = new OutboxStore(() => now, `restored-${phones}`);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const favourite = (teacher: string, userId: string | null = ANNA): Draft => ({
  kind: 'favourite.set',
  entity: { table: 'favourites', id: teacher },
  payload: { teacherId: teacher, wanted: true, wishedAt: '2026-11-25T10:00:00Z' },
  userId,
  base: 5,
});

async function delivered(draft: Draft, version: number | null, epoch?: string): Promise<RawCommand> {
  const stored = await store.add(draft, null);
  if (stored.kind !== 'stored') throw new Error(stored.reason);
  const { id } = stored.command;
  await store.claim(id);
  const answer = { command_id: id, version, ...(epoch && { epoch }) };
  await store.deliver(id, { version, answer, at: now, settled: false });
  return (await find(id)) as RawCommand;
}

const find = async (id: string) => (await store.all()).find((one) => one.id === id);
const answers =
  (known: Record<string, object>, epoch = 'two', userId: string | null = ANNA): AskKnown =>
  async (ids) => ({
    user_id: userId,
    epoch,
    commands: ids.flatMap((id) => (known[id] ? [{ id, answer: known[id] }] : [])),
  });

test('a version of another epoch is reached by none: the screen stays ahead, not behind', async () => {
  const lost = await delivered(favourite('t1'), 2_027, 'one');
  const [seen] = comparable([lost], { favourites: 'two' });
  expect(isOverlaid(seen as RawCommand, 5_000)).toBe(true);
  expect(caughtUp([seen as RawCommand], 5_000)).toEqual([]);
  // The other way round: a small number of the new epoch is not reached by a large one of the old.
  const fresh = await delivered(favourite('t2'), 12, 'two');
  expect(caughtUp(comparable([fresh], { favourites: 'one' }), 2_023)).toEqual([]);
  expect(caughtUp(comparable([fresh], { favourites: null }), 2_023)).toEqual([]);
  expect(caughtUp(comparable([fresh], { favourites: 'two' }), 12)).toEqual([fresh.id]);
  // Versions of an older server, and rows without a known epoch.
  const older = await delivered(favourite('t3'), 7);
  expect(caughtUp(comparable([older], { favourites: 'two' }), 7)).toEqual([older.id]);
  expect(comparable([fresh], {})).toEqual([fresh]);
});

test('commands that the restored server does not know are queued again, unchanged and in their place', async () => {
  const lost = await delivered(favourite('t1'), 2_027, 'one');
  const seen = await delivered(favourite('t2'), 2_020, 'one');
  await store.settle([seen.id]);
  const later = await store.add(favourite('t3'), null);
  expect(await checkReceipts(store, ANNA, 'two', answers({}))).toBe(2);
  const all = await store.all();
  expect(all.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  expect(all[0]).toMatchObject({ id: lost.id, seq: lost.seq, payload: lost.payload, base: 5, ack: null });
  expect(later.kind).toBe('stored');
  // Once delivered in the new epoch, the command is never checked again.
  await store.claim(lost.id);
  const answer = { command_id: lost.id, version: 31, epoch: 'two' };
  await store.deliver(lost.id, { version: 31, answer, at: now, settled: false });
  const ask = vi.fn(answers({}));
  expect(await checkReceipts(store, ANNA, 'two', ask)).toBe(0);
  expect(ask).not.toHaveBeenCalled();
});

test('commands that it knows are shown until the rows of its new epoch are here, and are then dropped', async () => {
  const kept = await delivered(favourite('t1'), 2_000, 'one');
  const again = await delivered(favourite('t2'), 2_010, 'one');
  const known = {
    [kept.id]: { command_id: kept.id, version: 2_000, epoch: 'one' },
    [again.id]: { command_id: again.id, version: 44, epoch: 'two' },
  };
  expect(await checkReceipts(store, ANNA, 'two', answers(known))).toBe(0);
  const at = (epoch: string | null) => async (upTo: number) =>
    caughtUp(comparable(await store.all(), { favourites: epoch }), upTo);
  expect(await at('one')(5_000)).toEqual([]);
  expect(await at(null)(5_000)).toEqual([]);
  expect(await at('two')(40)).toEqual([kept.id]);
  expect(await at('two')(44)).toEqual([kept.id, again.id]);
});

test('what was lost and is then refused says so, and when it had been acknowledged', async () => {
  const lost = await delivered(favourite('t1'), 2_027, 'one');
  await checkReceipts(store, ANNA, 'two', answers({}));
  await store.claim(lost.id);
  const error = { ...REFUSAL, why: 'rejected', code: 'P0001', hint: 'request_cancelled' };
  await store.reject(lost.id, { ...error, since: now });
  expect(await find(lost.id)).toMatchObject({ status: 'rejected', lostAt: lost.ack?.at });
});

test.each([
  ['of another epoch', answers({}, 'three')],
  ['for another person', answers({}, 'two', 'ben')],
  ['that is none', (async () => ({ epoch: 'two', user_id: ANNA })) as AskKnown],
])('an answer %s makes no phone send anything again', async (_, ask) => {
  const kept = await delivered(favourite('t1'), 2_027, 'one');
  await expect(checkReceipts(store, ANNA, 'two', ask)).rejects.toThrow();
  expect(await find(kept.id)).toEqual(kept);
});

test('other people’s commands, and local ones, are not asked about', async () => {
  await delivered(favourite('t1', 'ben'), 9, 'one');
  await delivered(
    { ...favourite('t2'), kind: 'lead.match', entity: { table: 'matches', id: 'm' } },
    9,
    'one',
  );
  const visitors = await delivered(
    {
      kind: 'lead.create',
      entity: { table: 'leads', id: 'l' },
      payload: { lead: { id: 'l' } },
      userId: null,
    },
    1,
    'one',
  );
  const ask = vi.fn(answers({}, 'two', null));
  expect(await checkReceipts(store, ANNA, 'two', ask)).toBe(0);
  expect(ask).not.toHaveBeenCalled();
  expect(await checkReceipts(store, null, 'two', ask)).toBe(1);
  expect((await find(visitors.id))?.status).toBe('queued');
});

const DAYS = 24 * 60 * 60_000;

test('what was acknowledged days ago is sent again in order, once, after a restore; other rows stay', async () => {
  const before = await delivered(favourite('t0'), 1_990, 'one');
  const lost = [
    await delivered(favourite('t1'), 2_027, 'one'),
    await delivered(favourite('t2'), 2_028, 'one'),
  ];
  await store.settle([before, ...lost].map(({ id }) => id));
  for (let day = 0; day < 7; day += 1) {
    now += DAYS;
    await prune(store, now);
  }
  const later = await store.add(favourite('t1'), null);
  const known = { [before.id]: { command_id: before.id, version: 1_990, epoch: 'one' } };
  expect(await checkReceipts(store, ANNA, 'two', answers(known))).toBe(2);
  const waiting = (await store.all()).filter(({ status }) => status === 'queued');
  expect(waiting.map(({ id, payload }) => [id, payload])).toEqual([
    ...lost.map(({ id, payload }) => [id, payload]),
    [later.kind === 'stored' && later.command.id, lost[0]?.payload],
  ]);
  expect(await checkReceipts(store, ANNA, 'two', answers(known))).toBe(0);
});

test('what is kept for a restore is small, bounded, gone after eight days and at sign-out', async () => {
  const first = await delivered(favourite('t0'), 1, 'one');
  const wide = {
    ...favourite('wide'),
    payload: { ...(favourite('wide').payload as object), note: 'x'.repeat(3e6) },
  };
  const others = [
    await delivered(wide, 2, 'one'),
    await delivered(wide, 3, 'one'),
    await delivered(favourite('t3'), 4, 'one'),
  ];
  const bens = await delivered(favourite('t9', 'ben'), 5, 'one');
  await store.settle([first, ...others, bens].map(({ id }) => id));
  now += DAYS;
  await prune(store, now);
  const kept = await store.all();
  expect(kept.map(({ id }) => id)).toEqual([others[1]?.id, others[2]?.id, bens.id]);
  expect(kept[1]?.ack?.answer).toEqual({ version: 4, epoch: 'one' });
  await store.forget(ANNA, { unsent: false });
  expect((await store.all()).map(({ id }) => id)).toEqual([bens.id]);
  now += 8 * DAYS;
  await prune(store, now);
  expect(await store.all()).toEqual([]);
});
