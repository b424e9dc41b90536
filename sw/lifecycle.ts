/// <reference lib="webworker" />
import { isSomebodyBusy } from '@/lib/busy';

/**
 * When this worker takes over. The first one claims the pages that are open, so that their pictures are kept; a
 * later one waits until a page asks and no tab is busy. The answer, whether it did, goes back over the port.
 */
export function followPages(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim());
  });

  scope.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (!isSkipWaiting(message)) return;
    event.waitUntil(takeOverIfFree(scope).then((took) => event.ports[0]?.postMessage(took)));
  });
}

function isSkipWaiting(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING'
  );
}

async function takeOverIfFree(scope: ServiceWorkerGlobalScope): Promise<boolean> {
  if (await isSomebodyBusy()) return false;
  // Not awaited: it resolves only once this worker is active, and the page is to know at once.
  void scope.skipWaiting();
  return true;
}
