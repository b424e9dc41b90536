/// <reference lib="webworker" />
import { REFRESH_TAG } from '@/lib/refresh-tag';
import { flushInWorker } from '@/outbox/worker';

interface PeriodicSyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * About once a day, with no tab open: sends what still waits and stores a new release, so that the next opening starts
 * with it. Teachers and requests are not pulled: the replica belongs to the engine, which lives in pages.
 */
export function followPeriodicSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('periodicsync' as 'sync', (event: Event) => {
    const { tag } = event as PeriodicSyncEvent;
    if (tag === REFRESH_TAG) (event as PeriodicSyncEvent).waitUntil(refresh(scope));
  });
}

/** Each for itself: a failure is made good the next day, or by the next opening. */
export async function refresh(scope: ServiceWorkerGlobalScope, flush = flushInWorker): Promise<void> {
  const done = await Promise.allSettled([flush(), scope.registration.update()]);
  for (const one of done) if (one.status === 'rejected') console.info('Not refreshed', one.reason);
}
