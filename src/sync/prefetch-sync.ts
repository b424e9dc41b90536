/** Prefetches the code of syncing while the network is idle. */
import engine from './worker?worker&url';

/**
 * Call once results are on the screen and the app's own code is starting: that keeps the processor busy and leaves the
 * network free. Only fetches, starts nothing. Pages with a service worker have the files already.
 */
export function prefetchSync(): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = engine;
  document.head.append(link);
  // A failure is reported when sync actually starts and fetches again.
  import('./start').catch(() => undefined);
}
