// Must be first: it removes tokens from the address before other code can read them.
import '@/auth/entering/on-arrival';
import '@/db/open-early';
import { startPreloading } from '@/app/router/next-pages';
import { firstResultsPainted } from '@/app/start/after-paint';
import { draw } from '@/app/start/draw';
import { startLayoutShiftMonitor } from '@/app/start/layout-shift-monitor';
import { rendered, reportSettled } from '@/app/start/start-report';
import { followMissingParts } from '@/app/worker/missing-parts';
import '@/app/worker/at-start';
import { identityStore, presentIdentity } from '@/auth/identity';
import { hasVisitorPhone, readPushRecord, releasePushWith } from '@/auth/push-record';
import { authIsUrgent, startAuth, watchIdentity } from '@/auth/start';
import { watchInstalling } from '@/features/install/state';
import { yieldToMain } from '@/lib/idle';
import { idle } from '@/lib/idle-moment';
import { allowTranslation } from '@/lib/translated-text';
import { followWith, startOutbox } from '@/outbox/load';
import { prefetchSync } from '@/sync/prefetch-sync';

/** Renders the app, then starts the background work once the visible content is ready. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  allowTranslation();
  if (root.dataset.prerendered !== undefined) {
    prefetchSync();
    // Evaluating the app was a long task; the prerendered page stays usable meanwhile.
    await yieldToMain();
  }
  watchInstalling();
  void startLayoutShiftMonitor();
  watchIdentity();
  releasePushWith(async (word) => (await import('@/features/push/farewell')).sayFarewell(word));
  const urgent = authIsUrgent() ? startAuth() : null;
  const releaseTyped = await draw(root);
  // A prerendered page shows results before the app has started.
  await rendered;
  delete root.dataset.prerendered;
  await firstResultsPainted(root);
  reportSettled();
  releaseTyped();
  // Until here the guard in the page handled missing files.
  followMissingParts();
  // In sequence, each in an idle moment of its own: together they would be a task long enough to delay input. On a slow
  // network earlier downloads delay later ones: the catalogue goes before pages that may be opened next.
  const syncing = startSyncing();
  startPreloading(syncing);
  await idle();
  void startCounting();
  const auth = urgent ?? startAuth();
  await idle();
  const sending = startSending();
  startFavouritesAndBlocks();
  await idle();
  const worker = startWorker();
  await idle();
  void startTravel();
  await Promise.allSettled([auth, syncing, sending, worker, startInstalling()]);
  await idle();
  await followPush();
}

/** Without syncing the app still searches through the server, so a failure is only logged. */
async function startSyncing(): Promise<void> {
  try {
    const [{ startSync }, { setOwnCity }, { readMyCity }] = await Promise.all([
      import('@/sync/start'),
      import('@/sync/scope'),
      import('@/reads/my-city'),
    ]);
    setOwnCity(readMyCity()?.name ?? new URLSearchParams(location.search).get('city'));
    await startSync();
  } catch (error) {
    console.error('Syncing did not start', error);
  }
}

/** Sends unsent writes of this phone. On a phone that has never written anything, loads nothing. */
async function startSending(): Promise<void> {
  followWith(() => void followOutbox());
  await startOutbox();
}

/** Settles overlays once the replica has caught up. */
async function followOutbox(): Promise<void> {
  try {
    const { followSent } = await import('@/app/follow-outbox');
    followSent();
  } catch (error) {
    console.error('Overlays of delivered writes are not settled', error);
  }
}

/** Hides blocked people from lists and stores a visitor's favourite, once a person is signed in. */
function startFavouritesAndBlocks(): void {
  let begun = false;
  const begin = () => {
    if (begun || !presentIdentity()) return;
    begun = true;
    void followFavouritesAndBlocks();
  };
  identityStore.subscribe(begin);
  begin();
}

async function followFavouritesAndBlocks(): Promise<void> {
  try {
    const { resumeFavourites } = await import('@/features/favourites/resume');
    const { hideBlocked } = await import('@/features/blocks/hide');
    const { resumeAlerts } = await import('@/features/alerts/resume');
    const { followUnread } = await import('@/features/account/notifications/unread-badge');
    resumeFavourites();
    resumeAlerts();
    hideBlocked();
    followUnread();
  } catch (error) {
    console.error('Favourites and blocks are not syncing', error);
  }
}

/** Offers to install the app at the right moment. Not essential, so a failure is only logged. */
async function startInstalling(): Promise<void> {
  try {
    const { startInstall } = await import('@/features/install/start');
    startInstall();
  } catch (error) {
    console.error('The app is not offered', error);
  }
}

/** Milliseconds after which the worker's registration, whose code did not load, is tried again. */
const WORKER_AGAIN_AFTER = [5_000, 30_000, 120_000] as const;

/** Without a worker the app still works online, so a failure is only logged. */
async function startWorker(attempt = 0): Promise<void> {
  try {
    const { registerServiceWorker } = await import('@/app/worker/service-worker');
    await registerServiceWorker();
  } catch (error) {
    console.error('The service worker was not registered', error);
    const wait = WORKER_AGAIN_AFTER[attempt];
    if (wait !== undefined) setTimeout(() => void startWorker(attempt + 1), wait);
  }
}

/** Animates portraits between pages. Decoration, so a failure is only logged. */
async function startTravel(): Promise<void> {
  try {
    const { startPortraitTravel } = await import('@/app/router/portrait-travel');
    startPortraitTravel();
  } catch (error) {
    console.error('Portraits do not travel between pages', error);
  }
}

/** Maintains this phone's push registration, if it has one. Firebase is loaded only when that needs it. */
async function followPush(): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (userId ? !readPushRecord(userId) : !hasVisitorPhone()) return;
  try {
    const { refreshPush } = await import('@/features/push/refresh');
    await refreshPush();
  } catch (error) {
    console.error('The push registration was not checked', error);
  }
}

/** Counts the app's use of the data plan, shown on /economia-de-dados. */
async function startCounting(): Promise<void> {
  try {
    const { countDataUse } = await import('@/lib/data-use');
    countDataUse();
  } catch (error) {
    console.error('The data use is not counted', error);
  }
}

void start();
