/** Fetches the code of syncing, and what it needs first, while the network is idle. */
import { serviceWorkers } from '@/lib/browser/navigator';
import { callProcedure } from '@/lib/rest';
import engine from './worker?worker&url';

/**
 * Call once results are on the screen and the app's own code is starting: that keeps the processor busy and leaves the
 * network free. Only fetches, starts nothing. Pages with a service worker have the files already.
 */
export function prefetchSync(): void {
  if (serviceWorkers()?.controller !== null) return;
  const file = callProcedure('newest_search_file', {});
  file.catch(() => undefined);
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = engine;
  document.head.append(link);
  // A failure is reported when sync actually starts and fetches again.
  import('./start').then(({ awaitFile }) => awaitFile(file)).catch(() => undefined);
}
