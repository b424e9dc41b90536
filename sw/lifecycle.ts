/// <reference lib="webworker" />
import { isSomebodyBusy } from '@/lib/busy';

/**
 * When this worker takes over. The first one claims the pages that are open, so that their pictures are kept, and each
 * that asks, since it may have been on its way then; a later one waits until a page asks and no tab is busy. The
 * answer, whether it did, goes back over the port.
 */
export function followPages(scope: ServiceWorkerGlobalScope): void {
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
  // Not awaited: it resolves only once this worker is active, and the page is to know at once.
  void scope.skipWaiting();
  return true;
}
