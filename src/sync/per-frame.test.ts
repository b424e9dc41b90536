import { afterEach, expect, test, vi } from 'vitest';
import { perFrame } from './per-frame';

afterEach(() => vi.restoreAllMocks());

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Frames that run only when the test says so. */
function heldFrames(): () => Promise<void> {
  const due: FrameRequestCallback[] = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => due.push(callback));
  return async () => {
    for (const callback of due.splice(0)) callback(0);
    for (let round = 0; round < 20; round++) await turn();
  };
}

test('messages between two frames are passed on after the next one, in order', async () => {
  const frame = heldFrames();
  const handled: number[] = [];
  const news = perFrame((thing: number) => handled.push(thing));
  for (const thing of [1, 2, 3]) news.add(thing);
  await turn();
  expect(handled).toEqual([]);
  await frame();
  expect(handled).toEqual([1, 2, 3]);
  news.add(4);
  await frame();
  expect(handled).toEqual([1, 2, 3, 4]);
});

test('messages that arrive during a long delivery keep their order', async () => {
  const frame = heldFrames();
  const handled: number[] = [];
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const news = perFrame((thing: number) => {
    handled.push(thing);
    // Long enough that the thread is released after each message.
    now += 20;
    if (thing === 1) news.add(4);
  });
  for (const thing of [1, 2, 3]) news.add(thing);
  await frame();
  await frame();
  expect(handled).toEqual([1, 2, 3, 4]);
});

test('a flush delivers at once, and nothing twice', async () => {
  const frame = heldFrames();
  const handled: number[] = [];
  const news = perFrame((thing: number) => handled.push(thing));
  news.add(1);
  news.flush();
  expect(handled).toEqual([1]);
  await frame();
  expect(handled).toEqual([1]);
});

test('a hidden page, which has no frames, gets messages at once', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const handled: number[] = [];
  perFrame((thing: number) => handled.push(thing)).add(1);
  expect(handled).toEqual([1]);
});
