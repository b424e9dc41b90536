import { expect, test, vi } from 'vitest';
import { handlePeriodicSync } from './periodic-refresh';

const flushInWorker = vi.fn(async () => true);
vi.mock('@/outbox/worker', () => ({ flushInWorker: () => flushInWorker() }));

function wake(tag: string, update: () => Promise<void>): Promise<unknown> | null {
  const scope = Object.assign(new EventTarget(), { registration: { update } });
  handlePeriodicSync(scope as unknown as ServiceWorkerGlobalScope);
  let waited: Promise<unknown> | null = null;
  const waitUntil = (work: Promise<unknown>) => {
    waited = work;
  };
  scope.dispatchEvent(Object.assign(new Event('periodicsync'), { tag, waitUntil }));
  return waited;
}

test('sends unsent commands and checks for a new release, each even when the other fails', async () => {
  const update = vi.fn(async () => undefined);
  await expect(wake('danceflix-refresh', update)).resolves.toBeUndefined();
  expect(flushInWorker).toHaveBeenCalledOnce();
  expect(update).toHaveBeenCalledOnce();

  flushInWorker.mockRejectedValueOnce(new Error('no database'));
  update.mockRejectedValueOnce(new Error('no network'));
  await expect(wake('danceflix-refresh', update)).resolves.toBeUndefined();
  expect(update).toHaveBeenCalledTimes(2);
});

test('ignores other tags', () => {
  expect(wake('something-else', async () => undefined)).toBeNull();
});
