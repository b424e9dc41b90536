import { expect, test, vi } from 'vitest';
import { handleBackgroundSync } from './background-sync';

let everythingGoes = true;
const flushInWorker = vi.fn(async () => everythingGoes);
vi.mock('@/outbox/worker', () => ({ flushInWorker: () => flushInWorker() }));

function dispatch(tag: string): Promise<unknown> | null {
  const scope = new EventTarget();
  handleBackgroundSync(scope as ServiceWorkerGlobalScope);
  let waited: Promise<unknown> | null = null;
  const waitUntil = (work: Promise<unknown>) => {
    waited = work;
  };
  scope.dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }));
  return waited;
}

test('settles when everything was sent, and rejects when something is left, so that the browser tries again', async () => {
  await expect(dispatch('danceflix-outbox')).resolves.toBeUndefined();
  everythingGoes = false;
  await expect(dispatch('danceflix-outbox')).rejects.toThrow();
});

test('ignores other tags', () => {
  flushInWorker.mockClear();
  expect(dispatch('something-else')).toBeNull();
  expect(flushInWorker).not.toHaveBeenCalled();
});
