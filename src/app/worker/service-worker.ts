import { Workbox } from 'workbox-window';
import { refreshPeriodically } from '@/app/periodic-refresh';
import { controllerAtStart } from '@/app/worker/at-start';
import { announceOfflineReadiness } from '@/app/worker/offline-readiness';
import { followUpdates } from '@/app/worker/service-worker-updates';
import { storeWholeProduct } from '@/app/worker/whole-product';
import { catalogStore } from '@/db/memory/catalog';
import { serviceWorkers } from '@/lib/browser/navigator';
import { pause } from '@/lib/idle';
import { firstTeachersCame } from '@/sync/status';

/** Teachers' pictures, as the worker's image route matches them (sw/images.ts). */
const PICTURE = /\/storage\/v1\/(render\/image|object)\/public\//;

const firstInstall = controllerAtStart === null;

/** Milliseconds after which a failed first install is tried again: this visit may be the only one with a network. */
const AGAIN_AFTER = [5_000, 30_000, 120_000, 600_000] as const;

/**
 * Milliseconds for which a first install leaves the network to the search. Not to all of it: once cities and styles are
 * here, the search file is on its way, and the worker's script takes a while to come and to start beside it.
 */
const SEARCH_FIRST = 6_000;

/** Milliseconds for which a first install is waited for: on a slow line the pages that it stores may be long in coming. */
const INSTALLED_WITHIN = 15_000;

/**
 * Registers the worker at the root scope. Call after the first paint: its precache is about as large as the app.
 * Without workers, or when registration fails, the app still works online. Resolves when a worker controls this page,
 * or none does for the time being.
 */
export async function registerServiceWorker(attempt = 0): Promise<void> {
  if (import.meta.env.DEV || !serviceWorkers()) return;
  // On every load: a reloaded page may find the worker ready before its own first line.
  if (attempt === 0) {
    void isControlled().then(() => {
      announceOfflineReadiness(firstInstall);
      if (cameWithoutWorker()) handOverPictures();
      void storeWholeProduct();
    });
    if (firstInstall) await Promise.race([firstTeachersCame(SEARCH_FIRST), namesCame()]);
  }
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  const again = () => {
    const wait = AGAIN_AFTER[attempt];
    if (firstInstall && wait !== undefined) setTimeout(() => void registerServiceWorker(attempt + 1), wait);
  };
  try {
    const registration = await workbox.register({ immediate: true });
    if (!registration) return;
    // The page was loading when the first worker claimed the open pages, or was loaded past it: it would stay without a
    // worker.
    if (!serviceWorkers()?.controller) registration.active?.postMessage({ type: 'CLAIM' });
    workbox.addEventListener('redundant', () => {
      if (!registration.active) again();
    });
    followUpdates(registration);
    await refreshPeriodically(registration);
    await Promise.race([isControlled(), pause(INSTALLED_WITHIN)]);
  } catch (error) {
    console.warn('The service worker was not registered: the app needs the network', error);
    again();
  }
}

/** Resolves when this page has all cities and styles. */
function namesCame(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { citiesComplete, danceStylesComplete } = catalogStore.get();
      if (!citiesComplete || !danceStylesComplete) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = catalogStore.subscribe(check);
    check();
  });
}

/**
 * Resolves when a worker controls this page: the first one claims every page, whichever installed it. Not by workbox's
 * `activated`, which a page that was reloaded meanwhile never receives.
 */
function isControlled(): Promise<void> {
  const workers = serviceWorkers();
  if (workers?.controller) return Promise.resolve();
  return new Promise((resolve) => {
    workers?.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}

/** Also true for a page that was claimed before its own first line: its document did not come through the worker. */
function cameWithoutWorker(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return firstInstall || (navigation instanceof PerformanceNavigationTiming && navigation.workerStart === 0);
}

/**
 * Pictures requested before the worker took control bypassed it. They are passed to it as they arrive, since the first
 * visit may stay the only one with a network.
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
    serviceWorkers()?.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
  });
  observer.observe({ type: 'resource', buffered: true });
}
