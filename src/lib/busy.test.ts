import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdBusy, isSomebodyBusy } from '@/lib/busy';

/** The part of the Web Locks API that shared locks need: every request is granted at once. */
class SharedLocks {
  private readonly held: Array<{ name: string; mode: 'shared' }> = [];

  async request(name: string, _options: { mode: 'shared' }, work: () => Promise<void>): Promise<void> {
    const lock = { name, mode: 'shared' } as const;
    this.held.push(lock);
    await work();
    this.held.splice(this.held.indexOf(lock), 1);
  }

  query = async () => ({ held: [...this.held], pending: [] });
}

beforeEach(() => vi.stubGlobal('navigator', { locks: new SharedLocks() }));
afterEach(() => vi.unstubAllGlobals());

test('the app is busy from the first hold to the last release, and releasing twice does no harm', async () => {
  expect(await isSomebodyBusy()).toBe(false);
  const form = holdBusy();
  const flush = holdBusy();
  form();
  form();
  expect(await isSomebodyBusy()).toBe(true);
  flush();
  await vi.waitFor(async () => expect(await isSomebodyBusy()).toBe(false));
});

test('other locks do not count', async () => {
  void navigator.locks.request('danceflix-puller', { mode: 'shared' }, () => new Promise(() => undefined));
  expect(await isSomebodyBusy()).toBe(false);
});

test('a browser without locks counts as never busy', async () => {
  vi.stubGlobal('navigator', {});
  holdBusy()();
  expect(await isSomebodyBusy()).toBe(false);
});
