/// <reference lib="webworker" />
import { isSomebodyBusy } from '@/lib/busy';

/**
 * Decides when this worker takes control. A first worker claims all open pages, so that their pictures are cached, and
 * each page that asks, because it may have been loading at that moment. An updated worker waits until a page asks and
 * no tab is busy, and answers over the port whether it took over.
 */
export function handleLifecycle(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim());
  });

  scope.addEventListener('message', (event) => {
    const type = typeOf(event.data);
    if (type === 'SKIP_WAITING') {
      event.waitUntil(takeOverIfFree(scope).then((took) => event.ports[0]?.postMessage(took)));
    }
    if (type === 'CLAIM') event.waitUntil(scope.clients.claim());
  });
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : null;
}

async function takeOverIfFree(scope: ServiceWorkerGlobalScope): Promise<boolean> {
  if (await isSomebodyBusy()) return false;
  // Not awaited: the promise resolves only when this worker is active, and the page needs the answer at once.
  void scope.skipWaiting();
  return true;
}
