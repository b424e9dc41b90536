/// <reference lib="webworker" />
import { REFRESH_TAG } from '@/lib/worker-names';
import { flushInWorker } from '@/outbox/worker';

interface PeriodicSyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * About once a day, with no tab open: sends unsent commands and stores a new release, so that the next start uses it.
 * Teachers and requests are not pulled: only the sync engine, which runs in pages, writes the replica.
 */
export function handlePeriodicSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('periodicsync' as 'sync', (event: Event) => {
    const { tag } = event as PeriodicSyncEvent;
    if (tag === REFRESH_TAG) (event as PeriodicSyncEvent).waitUntil(refresh(scope));
  });
}

/** Runs both tasks independently; a failed one is tried again the next day or when a page opens. */
export async function refresh(scope: ServiceWorkerGlobalScope, flush = flushInWorker): Promise<void> {
  const done = await Promise.allSettled([flush(), scope.registration.update()]);
  for (const one of done) if (one.status === 'rejected') console.info('Periodic refresh failed', one.reason);
}
