// Must be first: it removes tokens from the address before other code can read them.
import '@/auth/entering/on-arrival';
import '@/db/memory/open-early';
import { foreseeTaps, startPreloading } from '@/app/router/next-pages';
import { firstResultsPainted } from '@/app/start/after-paint';
import { draw } from '@/app/start/draw';
import { startLayoutShiftMonitor } from '@/app/start/layout-shift-monitor';
import { rendered, reportSettled } from '@/app/start/start-report';
import { followMissingParts } from '@/app/worker/missing-parts';
import '@/app/worker/at-start';
import { optional } from '@/app/start/optional';
import { identityStore, presentIdentity } from '@/auth/identity';
import { releasePushWith } from '@/auth/push-record';
import { authIsUrgent, startAuth, watchIdentity } from '@/auth/start';
import { watchInstalling } from '@/features/install/state';
import { yieldToMain } from '@/lib/idle';
import { idle } from '@/lib/idle-moment';
import { tellNetworkIsQuiet } from '@/lib/quiet-network';
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
  // network earlier downloads delay later ones: the catalogue goes before what the worker stores, and pages that may be
  // opened next are then at hand in its cache.
  const syncing = startSyncing();
  foreseeTaps();
  await idle();
  void extras('startCounting');
  const auth = urgent ?? startAuth();
  await idle();
  const sending = startSending();
  startFavouritesAndBlocks();
  await idle();
  const worker = startWorker();
  void worker.then(() => {
    tellNetworkIsQuiet();
    startPreloading();
  });
  await idle();
  void extras('startTravel');
  await Promise.allSettled([auth, syncing, sending, worker, extras('startInstalling')]);
  await idle();
  await extras('followPush');
}

/** Begins what a visitor's first page does not need. */
const extras = (name: keyof typeof import('@/app/start/extras')) =>
  optional(`Not begun: ${name}`, async () => (await import('@/app/start/extras'))[name]());

/** Without syncing the app still searches through the server. */
const startSyncing = () =>
  optional('Syncing did not start', async () => {
    const [{ startSync }, { setOwnCity }, { readMyCity }] = await Promise.all([
      import('@/sync/start'),
      import('@/sync/scope'),
      import('@/reads/my-city'),
    ]);
    setOwnCity(readMyCity()?.name ?? new URLSearchParams(location.search).get('city'));
    await startSync();
  });

/** Sends unsent writes of this phone. On a phone that has never written anything, loads nothing. */
async function startSending(): Promise<void> {
  followWith(() => void followOutbox());
  await startOutbox();
}

/** Settles overlays once the replica has caught up. */
const followOutbox = () =>
  optional('Overlays of delivered writes are not settled', async () =>
    (await import('@/app/follow-outbox')).followSent(),
  );

/** Hides blocked people from lists and stores a visitor's favourite, once a person is signed in. */
function startFavouritesAndBlocks(): void {
  let begun = false;
  const begin = () => {
    if (begun || !presentIdentity()) return;
    begun = true;
    void extras('followFavouritesAndBlocks');
  };
  identityStore.subscribe(begin);
  begin();
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

void start();
