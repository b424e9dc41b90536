import { Workbox } from 'workbox-window';
import { announceOfflineReadiness } from '@/app/offline-readiness';
import { refreshPeriodically } from '@/app/periodic-refresh';
import { followUpdates } from '@/app/service-worker-updates';

/** Pictures of teachers, as the worker's image route keeps them (sw/images.ts). */
const PICTURE = /\/storage\/v1\/(render\/image|object)\/public\//;

/**
 * Registers the worker at the root scope. To be called after the first paint: its precache is about as large as
 * the app. A browser without workers, or one that refuses, leaves a working online app.
 */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  const firstInstall = navigator.serviceWorker.controller === null;
  workbox.addEventListener('activated', (event) => {
    if (event.isUpdate || event.isExternal || !firstInstall) return;
    void announceOfflineReadiness();
  });
  workbox.addEventListener('controlling', () => {
    if (firstInstall) handOverPictures(workbox);
  });
  try {
    const registration = await workbox.register({ immediate: true });
    if (!registration) return;
    followUpdates(registration);
    await refreshPeriodically(registration);
  } catch (error) {
    console.warn('No service worker: the app needs the network', error);
  }
}

/**
 * Pictures asked for before the worker took control went past it. They are handed over as they arrive, since the
 * first visit may stay the only one with a network.
 */
function handOverPictures(workbox: Workbox): void {
  const observer = new PerformanceObserver((list) => {
    const urls = list
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart === 0)
      .map((entry) => entry.name)
      .filter((url) => PICTURE.test(url));
    if (urls.length === 0) return;
    const urlsToCache = urls.map((url) => [url, { mode: 'cors', credentials: 'omit' }]);
    void workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache } });
  });
  observer.observe({ type: 'resource', buffered: true });
}
