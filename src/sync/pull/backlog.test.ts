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

test('stores at once what need not rest, in its order', async () => {
  const { backlog, stored, add } = start();
  await add(1);
  await add(2);
  await backlog.stored();
  expect(stored).toEqual([1, 2]);
});

test('rests until everything has come', async () => {
  const { backlog, stored, add } = start(3_000);
  await add(1);
  await add(2);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(stored).toEqual([]);
  await backlog.stored();
  expect(stored).toEqual([1, 2]);
});

test('rests no longer than it may', async () => {
  const { stored, add } = start(3_000);
  await add(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toEqual([1]);
  await add(2);
  await turns();
  expect(stored).toEqual([1, 2]);
});

test('begins when there is no room for more', async () => {
  const { stored, add } = start(3_000);
  await add(6_000);
  await add(6_000);
  expect(stored[0]).toBe(6_000);
});

test('stores what had come when no more comes, unless it is no longer wanted', async () => {
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
