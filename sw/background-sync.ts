/// <reference lib="webworker" />

import { OUTBOX_NAME } from '@/outbox/command';
import { flushInWorker } from '@/outbox/worker';

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * Sends what is queued when the browser says that there is a network, with no tab open too. It rejects when something is
 * left, so that the browser asks again.
 */
export function followSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === OUTBOX_NAME) (event as SyncEvent).waitUntil(sendAll());
  });
}

async function sendAll(): Promise<void> {
  if (!(await flushInWorker())) throw new Error('Not everything could be sent');
}
