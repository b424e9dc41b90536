import { Workbox } from 'workbox-window';
import { announceOfflineReadiness } from '@/app/offline-readiness';
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
  // Pictures drawn before the worker took control went past it: hand them over, or the first visit keeps none.
  workbox.addEventListener('controlling', () => {
    if (firstInstall) workbox.messageSW({ type: 'CACHE_URLS', payload: { urlsToCache: picturesSoFar() } });
  });
  try {
    const registration = await workbox.register({ immediate: true });
    if (registration) followUpdates(registration);
  } catch (error) {
    console.warn('No service worker: the app needs the network', error);
  }
}

function picturesSoFar(): Array<[string, RequestInit]> {
  return performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((url) => PICTURE.test(url))
    .map((url) => [url, { mode: 'cors', credentials: 'omit' }]);
}
