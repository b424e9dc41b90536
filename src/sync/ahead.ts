/** Brings the code that syncs while the line has nothing else to do. */
import engine from './worker?worker&url';

/**
 * To be called where results are on the screen already, while the app moves in behind them: that takes the processor,
 * and leaves the line free. Nothing is begun with what comes. A page that has a service worker has the files, too.
 */
export function fetchSyncAhead(): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = engine;
  document.head.append(link);
  // Whoever starts it asks again, and says so.
  import('./start').catch(() => undefined);
}
