/// <reference lib="webworker" />

import { OUTBOX_NAME } from '@/outbox/command';
import { flushInWorker } from '@/outbox/worker';

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * Sends the unsent commands when the browser reports a network, even with no tab open. The event rejects when something
 * is left, so that the browser tries again.
 */
export function handleBackgroundSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === OUTBOX_NAME) (event as SyncEvent).waitUntil(sendAll());
  });
}

async function sendAll(): Promise<void> {
  if (!(await flushInWorker())) throw new Error('Commands not sent');
}
