/** One request for many collections: both halves of the engine share it, and neither depends on the other. */
import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { RestFailure } from '@/lib/rest';
import { type CallProcedure, type ChangesAsked, ChangesRequest, TOGETHER } from '@/sync/pull/changes';
import { ANNA, BEN } from './support/accounts';

const place = (xid: number) => ({ checkpoint: { xid, id: `row-${xid}` }, size: 500 });
const wanted = () => new AbortController().signal;

const everybodys = (signal = wanted()): ChangesAsked => ({
  after: new Map([
    ['cities', place(1)],
    ['teachers', place(2)],
  ]),
  user: null,
  signal,
});
const own = (signal = wanted()): ChangesAsked => ({
  after: new Map([['favourites', place(3)]]),
  lists: ['favourites'],
  user: { userId: ANNA, accessToken: 'token' },
  signal,
});

const page = { epoch: 'one', rows: [{ id: 'a' }], checkpoint: { xid: 9, id: 'a' }, done: true };
const answer = (more: object = {}) => ({
  user_id: ANNA,
  epoch: 'one',
  horizon: 10,
  same: ['cities', 'favourites'],
  pages: { teachers: page },
  lists: { favourites: 'digest' },
  ...more,
});

const calling = (respond: (token: string | undefined) => unknown) =>
  vi.fn<CallProcedure>(async (_name, _args, _signal, token) => respond(token));

test('parts that begin together are one request, with the token; each gets its own collections', async () => {
  const call = calling(() => answer());
  const changes = new ChangesRequest({ call });
  const first = changes.ask(everybodys(), true);
  const second = await changes.ask(own(), true);
  expect(call).toHaveBeenCalledTimes(1);
  expect(call.mock.calls[0]?.[1]).toEqual({
    asked: {
      after: {
        cities: [1, 'row-1', 500],
        teachers: [2, 'row-2', 500],
        favourites: [3, 'row-3', 500],
      },
      lists: ['favourites'],
    },
  });
  expect(call.mock.calls[0]?.[3]).toBe('token');
  expect((await first)?.page('teachers', place(2).checkpoint)).toEqual(page);
  expect((await first)?.page('cities', place(1).checkpoint)).toMatchObject({
    ...{ epoch: 'one', rows: [], done: true, checkpoint: place(1).checkpoint },
  });
  expect((await first)?.page('favourites', place(3).checkpoint)).toBeUndefined();
  expect(second?.page('favourites', place(3).checkpoint)).toMatchObject({ user_id: ANNA, horizon: 10 });
  expect(second?.digest('favourites')).toBe('digest');
});

test('a part waits for the other for a second, and not at all when the other is not near', async () => {
  vi.useFakeTimers();
  const call = calling(() => answer());
  const changes = new ChangesRequest({ call });
  void changes.ask(everybodys());
  expect(call).toHaveBeenCalledTimes(1);
  void changes.ask(everybodys(), true);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(TOGETHER);
  expect(call).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('a refused token keeps nobody’s public rows back', async () => {
  const call = calling((token) => {
    if (token) throw new RestFailure('refused', 'JWT expired', 401, 'PGRST301');
    return answer({ user_id: null });
  });
  const changes = new ChangesRequest({ call });
  const first = changes.ask(everybodys(), true);
  await expect(changes.ask(own(), true)).rejects.toMatchObject({ status: 401 });
  expect((await first)?.page('teachers', place(2).checkpoint)).toEqual(page);
});

test('an answer for another person is not taken', async () => {
  const changes = new ChangesRequest({ call: calling(() => answer({ user_id: BEN })) });
  expect(await changes.ask(own())).toBeNull();
});

test('a collection that the answer leaves out, or that has moved on meanwhile, is pulled alone', async () => {
  const changes = new ChangesRequest({ call: calling(() => answer({ same: [] })) });
  const found = await changes.ask(everybodys());
  expect(found?.page('cities', place(1).checkpoint)).toBeUndefined();
  expect(found?.page('teachers', place(7).checkpoint)).toBeUndefined();
});

test.each([
  ['fails in one collection', new RestFailure('refused', 'timeout', 500, '57014')],
  ['is damaged', new RestFailure('malformed', 'not JSON')],
])('an answer that %s lets each collection be pulled alone', async (_, error) => {
  const call = calling(() => {
    throw error;
  });
  expect(await new ChangesRequest({ call }).ask(everybodys())).toBeNull();
});

test('a server without the procedure is asked once; a busy one or none is a failure of all', async () => {
  const unknown = calling(() => {
    throw new RestFailure('refused', 'no function', 404, 'PGRST202');
  });
  const changes = new ChangesRequest({ call: unknown });
  expect([await changes.ask(everybodys()), await changes.ask(everybodys())]).toEqual([null, null]);
  expect(unknown).toHaveBeenCalledTimes(1);
  for (const error of [
    new RestFailure('network', 'none'),
    new RestFailure('timeout', 'late'),
    new RestFailure('refused', 'busy', 429),
    new RestFailure('refused', 'down', 503),
  ]) {
    const call = calling(() => {
      throw error;
    });
    await expect(new ChangesRequest({ call }).ask(everybodys())).rejects.toBe(error);
  }
});

test('an answer says how far this phone’s clock is off, if it has a time', async () => {
  const onClock = vi.fn();
  const day = 86_400_000;
  const call = calling(() => answer({ now: Date.now() - day }));
  await new ChangesRequest({ call, onClock }).ask(everybodys());
  expect(onClock).toHaveBeenCalledTimes(1);
  expect(Math.abs(onClock.mock.calls[0]?.[0] + day)).toBeLessThan(60_000);
  for (const now of [undefined, null, 'soon'])
    await new ChangesRequest({ call: calling(() => answer({ now })), onClock }).ask(everybodys());
  expect(onClock).toHaveBeenCalledTimes(1);
});

test('a part that is no longer wanted ends at once, and leaves the other its answer', async () => {
  let arrive: (body: object) => void = () => undefined;
  let signal: AbortSignal | undefined;
  const call: CallProcedure = (_name, _args, until) => {
    signal = until;
    return new Promise((resolve) => {
      arrive = resolve;
    });
  };
  const changes = new ChangesRequest({ call });
  const leaving = new AbortController();
  const first = changes.ask(everybodys(), true);
  const second = changes.ask(own(leaving.signal), true);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ kind: 'aborted' });
  expect(signal?.aborted).toBe(false);
  arrive(answer());
  expect(await first).not.toBeNull();
});

test('the signal of a long visit is listened to no more once a request is over, answered or failed', async () => {
  const { signal } = new AbortController();
  let isUp = false;
  const call = calling(() => {
    if (!isUp) throw new RestFailure('network', 'Failed to fetch');
    return answer();
  });
  const request = new ChangesRequest({ call });
  for (let times = 0; times < 20; times++) {
    await expect(request.ask(own(signal))).rejects.toThrow('Failed to fetch');
  }
  isUp = true;
  await request.ask(own(signal));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
