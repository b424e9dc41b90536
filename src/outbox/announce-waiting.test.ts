// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { writeSession } from '@/auth/session/stored-session';
import { connection } from '@/lib/connection';
import { RestFailure } from '@/lib/rest';
import { readText, storedKeys, writeText } from '@/lib/stored';
import { replaceStorage } from '../../tests/support/page-storage';
import { announceUnsent, announceWaiting } from './announce-waiting';
import { acknowledge, showAnnounced } from './announced';
import type { RawCommand } from './command';
import { deviceOf, forgetDevice, leaveDevice } from './device';
import { pendingStore } from './pending-store';

const PATH = '6a0f4f0c-0000-4000-8000-';
let people = 0;
let me = '';
/** How many writes wait on each device, as a server keeps it. */
let server: Map<string, number>;
let epoch = 'one';
let asked: number[];

const ask = vi.fn(async (userId: string, { device, waiting }: { device: string; waiting: number }) => {
  asked.push(waiting);
  server.delete(device);
  const others = [...server].map(([other, number]) => ({
    device: other,
    waiting: number,
    announced_at: '2026-11-27T21:02:00+00:00',
  }));
  if (waiting > 0) server.set(device, waiting);
  return { user_id: userId, epoch, others } as unknown;
});
const announce = (waiting: number, rowsEpoch: string | null = null) =>
  announceWaiting({ userId: me, waiting, epoch: rowsEpoch }, ask);
const unsent = (count: number, userId: string | null = me) =>
  Array.from({ length: count }, (_, seq) => ({ seq, userId }) as RawCommand);
const shown = () => pendingStore.getState().announced;
const deviceHere = async () => (await deviceOf(me)).read();

beforeEach(() => {
  // A server that refuses one person is not asked again for a while, so each test has its own.
  people += 1;
  me = `${PATH}${String(people).padStart(12, '0')}`;
  server = new Map();
  asked = [];
  epoch = 'one';
  const person = { email: 'a@b.test', role: 'student', name: 'Ana', imageUrl: null } as const;
  setIdentity({ ...person, userId: me, state: 'active', termsDue: null });
  writeSession({ userId: me, accessToken: 'a', refreshToken: 'r', expiresAt: 4_000_000_000_000 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearIdentity(null);
  pendingStore.setState({ announced: null });
});

it('announces a number once, again when it changes, and that nothing waits any more', async () => {
  for (const waiting of [1, 1, 3, 3, 0, 0]) await announce(waiting);
  expect(asked).toEqual([1, 3, 0]);
  expect([...server]).toEqual([]);
});

it('two tabs announce as one device, each number once', async () => {
  await Promise.all([announce(2), announce(2)]);
  await announce(2);
  expect([...server.values()]).toEqual([2]);
});

it('a round with nothing unsent asks nothing of a server that has heard so', async () => {
  await announce(0);
  for (const when of ['start', 'online', 'timer', 'end'] as const)
    await announceUnsent(unsent(0), when, null, ask);
  expect(asked).toEqual([0]);
});

it('at its begin a round announces only several writes that have waited', async () => {
  await announce(0);
  asked.length = 0;
  await announceUnsent(unsent(1), 'start', null, ask);
  await announceUnsent(unsent(5), 'write', null, ask);
  await announceUnsent(unsent(5), 'change', null, ask);
  expect(asked).toEqual([]);
  await announceUnsent(unsent(5), 'online', null, ask);
  await announceUnsent(unsent(1), 'end', null, ask);
  expect(asked).toEqual([5, 1]);
});

it('counts the writes of the person who is signed in, and none for a visitor', async () => {
  await announceUnsent([...unsent(2), ...unsent(3, 'somebody else'), ...unsent(1, null)], 'end', null, ask);
  expect(asked).toEqual([2]);
  clearIdentity(null);
  await announceUnsent(unsent(4), 'end', null, ask);
  expect(asked).toEqual([2]);
});

it('the answer that was lost is not taken for heard: the next round announces again, from the same device', async () => {
  await announce(0);
  ask.mockImplementationOnce(async (_, { device, waiting }) => {
    server.set(device, waiting);
    throw new RestFailure('network', 'No network');
  });
  await announce(2);
  expect([...server.values()]).toEqual([2]);
  await announce(0);
  expect([...server]).toEqual([]);
});

it.each([
  ['an older server', 404, 'PGRST202'],
  ['a suspended account', 403, 'PT403'],
  ['a server that was asked too often', 429, 'PT429'],
])('%s is left alone for an hour', async (_, status, code) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  ask.mockRejectedValueOnce(new RestFailure('refused', 'no', status, code));
  ask.mockClear();
  for (let round = 0; round < 5; round += 1) await announce(round + 1);
  expect(ask).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(1_000 + 60 * 60_000);
  await announce(6);
  expect(asked).toEqual([6]);
});

it('a server that is down is asked again with the next round', async () => {
  ask.mockRejectedValueOnce(new RestFailure('refused', 'Not JSON', 503));
  await announce(1);
  await announce(1);
  expect(asked).toEqual([1]);
});

it('asks nothing offline', async () => {
  vi.spyOn(connection, 'get').mockReturnValue('offline');
  await announce(3);
  expect(asked).toEqual([]);
  expect(await deviceHere()).toBeNull();
});

it('announces nothing where the browser keeps no id, since each announcement would be of another device', async () => {
  replaceStorage(undefined);
  await announce(3);
  expect(asked).toEqual([]);
});

it('a server that was restored from a backup is told again', async () => {
  await announce(2, 'one');
  epoch = 'two';
  await announce(2, 'one');
  expect(asked).toEqual([2]);
  await announce(2, 'two');
  await announce(2, 'two');
  expect(asked).toEqual([2, 2]);
});

it('one that never had anything to hear is not', async () => {
  await announce(0, 'one');
  await announce(0, 'two');
  expect(asked).toEqual([0]);
});

it('the answer to another person is ignored', async () => {
  server.set('old phone', 2);
  ask.mockResolvedValueOnce({ user_id: 'another', epoch, others: [{ waiting: 9, announced_at: '2026' }] });
  await announce(0);
  expect(shown()).toBeNull();
  await announce(0);
  expect(shown()).toEqual([{ waiting: 2, at: Date.parse('2026-11-27T21:02:00Z') }]);
});

it('a new phone shows what others had announced until it was read, also after a reload', async () => {
  server.set('old phone', 2);
  await announce(0);
  const news = [{ waiting: 2, at: Date.parse('2026-11-27T21:02:00Z') }];
  expect(shown()).toEqual(news);
  pendingStore.setState({ announced: null });
  await showAnnounced(me);
  expect(shown()).toEqual(news);
  await acknowledge(me);
  expect(shown()).toBeNull();
  await showAnnounced(me);
  expect(shown()).toBeNull();
});

it('a phone that has asked is not told later what another phone announces', async () => {
  await announce(0);
  server.set('another phone', 4);
  await announce(1);
  await announce(0);
  await showAnnounced(me);
  expect(shown()).toBeNull();
});

it('shows nothing to the next person, nor to a visitor', async () => {
  server.set('old phone', 2);
  await announce(0);
  clearIdentity(null);
  await showAnnounced(null);
  expect(shown()).toBeNull();
  await showAnnounced(me);
  expect(shown()).toBeNull();
});

const LEAVES = { ended: null, keepUnsent: false } as const;

it('a sign-out leaves nothing of a device that has nothing to say', async () => {
  await announce(0);
  await leaveDevice(me, LEAVES);
  expect(readText((await deviceOf(me)).key)).toBeNull();
});

it.each([
  ['writes that wait', 2, false],
  ['an answer that may have been lost', 1, true],
] as const)(
  'it leaves the device with %s, to be corrected when the person returns',
  async (_, waiting, isLost) => {
    if (isLost) ask.mockRejectedValueOnce(new RestFailure('network', 'No network'));
    await announce(waiting);
    const id = (await deviceHere())?.id;
    await leaveDevice(me, LEAVES);
    expect((await deviceHere())?.id).toBe(id);
    await announce(0);
    expect([...server]).toEqual([]);
  },
);

it('a removed account leaves no device', async () => {
  await announce(2);
  await leaveDevice(me, { ended: 'removed', keepUnsent: false });
  expect(await deviceHere()).toBeNull();
  await announce(1);
  await forgetDevice(me);
  expect(await deviceHere()).toBeNull();
});

it('an answer that comes after the sign-out brings no device back', async () => {
  ask.mockImplementationOnce(async (userId) => {
    await forgetDevice(me);
    return { user_id: userId, epoch, others: [] };
  });
  await announce(1);
  expect(await deviceHere()).toBeNull();
});

it('an announcement that was begun before the sign-out brings no device back', async () => {
  const begun = announce(1);
  for (const key of storedKeys('')) writeText(key, null);
  await begun;
  expect(asked).toEqual([]);
  expect(await deviceHere()).toBeNull();
});
