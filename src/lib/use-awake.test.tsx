import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAwake } from '@/features/steps/components/count-player';

let visibility: DocumentVisibilityState;
let isRefused: boolean;
/** Locks that were given, in order. */
let given: StandInLock[];

/** As browsers do: a lock is given later, only to a visible page, and taken back when the page is hidden. */
class StandInLock extends EventTarget {
  released = false;
  readonly type = 'screen';
  onrelease = null;
  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}
const request = vi.fn(async () => {
  await Promise.resolve();
  if (isRefused || visibility !== 'visible') throw new DOMException('Refused', 'NotAllowedError');
  const lock = new StandInLock();
  given.push(lock);
  return lock;
});

const arrived = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const turn = async (to: DocumentVisibilityState) => {
  visibility = to;
  if (to === 'hidden') for (const lock of given) await lock.release();
  document.dispatchEvent(new Event('visibilitychange'));
  await arrived();
};
const held = () => given.filter(({ released }) => !released).length;
const play = () => renderHook(({ wanted }) => useAwake(wanted), { initialProps: { wanted: true } });

beforeEach(() => {
  visibility = 'visible';
  isRefused = false;
  given = [];
  request.mockClear();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('the screen stays awake while it is wanted, and no longer', async () => {
  const { rerender, unmount } = play();
  await arrived();
  expect(held()).toBe(1);
  rerender({ wanted: false });
  expect(held()).toBe(0);
  rerender({ wanted: true });
  await arrived();
  expect(held()).toBe(1);
  unmount();
  expect(held()).toBe(0);
});

it('a lock that comes after the end is given back', async () => {
  const { unmount } = play();
  unmount();
  await arrived();
  expect(given).toHaveLength(1);
  expect(held()).toBe(0);
});

it('a hidden page has no lock, and asks again when it is visible', async () => {
  const { unmount } = play();
  await arrived();
  await turn('hidden');
  expect(held()).toBe(0);
  expect(request).toHaveBeenCalledTimes(1);
  await turn('visible');
  expect(held()).toBe(1);
  unmount();
  await turn('hidden');
  await turn('visible');
  expect(held()).toBe(0);
});

it('a refusal is harmless, and so is a browser without locks', async () => {
  isRefused = true;
  const { unmount } = play();
  await arrived();
  expect(given).toEqual([]);
  isRefused = false;
  await turn('visible');
  expect(held()).toBe(1);
  unmount();
  vi.unstubAllGlobals();
  for (const answer of [{}, { wakeLock: null }, { wakeLock: { request: async () => 'talvez' } }]) {
    vi.stubGlobal('navigator', answer);
    const { unmount: stop } = play();
    await arrived();
    stop();
    await arrived();
  }
});
