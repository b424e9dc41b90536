import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Backlog } from './backlog';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const turns = () => vi.advanceTimersByTimeAsync(0);

function start(rest?: number) {
  const stop = new AbortController();
  const backlog = new Backlog(stop.signal);
  if (rest !== undefined) backlog.rest(rest);
  const stored: number[] = [];
  const add = (rows: number) => backlog.add(rows, async () => void stored.push(rows));
  return { backlog, stop, stored, add };
}

test('stores at once, in order, when no pause is set', async () => {
  const { backlog, stored, add } = start();
  await add(1);
  await add(2);
  await backlog.stored();
  expect(stored).toEqual([1, 2]);
});

test('pauses until everything has arrived', async () => {
  const { backlog, stored, add } = start(3_000);
  await add(1);
  await add(2);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(stored).toEqual([]);
  await backlog.stored();
  expect(stored).toEqual([1, 2]);
});

test('pauses no longer than the limit', async () => {
  const { stored, add } = start(3_000);
  await add(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toEqual([1]);
  await add(2);
  await turns();
  expect(stored).toEqual([1, 2]);
});

test('begins to store when it is full', async () => {
  const { stored, add } = start(3_000);
  await add(6_000);
  await add(6_000);
  expect(stored[0]).toBe(6_000);
});

test('stores the received rows when no more arrive, unless it was aborted', async () => {
  const broken = start(3_000);
  await broken.add(1);
  await broken.backlog.settled();
  expect(broken.stored).toEqual([1]);

  const unwanted = start(3_000);
  await unwanted.add(1);
  unwanted.stop.abort();
  await unwanted.backlog.settled();
  expect(unwanted.stored).toEqual([]);
  await expect(unwanted.backlog.fault).rejects.toMatchObject({ kind: 'aborted' });
});
