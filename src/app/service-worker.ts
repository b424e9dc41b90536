import { Workbox } from 'workbox-window';
import { announceOfflineReadiness } from '@/app/offline-readiness';
import { refreshPeriodically } from '@/app/periodic-refresh';
import { followUpdates } from '@/app/service-worker-updates';
import { firstTeachersCame } from '@/sync/status';

/** Pictures of teachers, as the worker's image route keeps them (sw/images.ts). */
const PICTURE = /\/storage\/v1\/(render\/image|object)\/public\//;

/** Taken when the page starts: a worker that an earlier page brought may claim this one before it registers its own. */
const firstInstall = 'serviceWorker' in navigator && navigator.serviceWorker.controller === null;

/** Milliseconds after which a first install that broke off begins anew: the visit may be the only one with a network. */
const AGAIN_AFTER = [5_000, 30_000, 120_000, 600_000] as const;

/**
 * Milliseconds for which a first install leaves the line to the first teachers. Not to all of them: where there are many,
 * it is begun long before they are here.
 */
const TEACHERS_FIRST = 3_000;

/**
 * Registers the worker at the root scope. To be called after the first paint: its precache is about as large as
 * the app. A browser without workers, or one that refuses, leaves a working online app.
 */
export async function registerServiceWorker(attempt = 0): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Whatever this page began with: one that was loaded anew may find the worker done before its own first line.
  if (attempt === 0) {
    void isControlled().then(() => {
      announceOfflineReadiness(firstInstall);
      if (cameWithoutWorker()) handOverPictures();
    });
    if (firstInstall) await firstTeachersCame(TEACHERS_FIRST);
  }
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  const again = () => {
    const wait = AGAIN_AFTER[attempt];
    if (firstInstall && wait !== undefined) setTimeout(() => void registerServiceWorker(attempt + 1), wait);
  };
  try {
    const registration = await workbox.register({ immediate: true });
    if (!registration) return;
    // On its way when the first worker took the pages that were open, or loaded past it: it would stay nobody's.
    if (!navigator.serviceWorker.controller) registration.active?.postMessage({ type: 'CLAIM' });
    workbox.addEventListener('redundant', () => {
      if (!registration.active) again();
    });
    followUpdates(registration);
    await refreshPeriodically(registration);
  } catch (error) {
    console.warn('No service worker: the app needs the network', error);
    again();
  }
}

/**
 * Resolves when a worker has this page: the first one takes every page, at whichever of them it was installed. Not by
 * workbox's `activated`, which a page that was loaded anew meanwhile never hears.
 */
function isControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}

/** Also of a page that was taken over before its own first line: its document did not come through the worker. */
function cameWithoutWorker(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return firstInstall || (navigation instanceof PerformanceNavigationTiming && navigation.workerStart === 0);
}

/**
 * Pictures asked for before the worker took control went past it. They are handed over as they arrive, since the
 * first visit may stay the only one with a network.
 */
function handOverPictures(): void {
  const observer = new PerformanceObserver((list) => {
    const urls = list
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart === 0)
      .map((entry) => entry.name)
      .filter((url) => PICTURE.test(url));
    if (urls.length === 0) return;
    const urlsToCache = urls.map((url) => [url, { mode: 'cors', credentials: 'omit' }]);
    navigator.serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
  });
  observer.observe({ type: 'resource', buffered: true });
}
