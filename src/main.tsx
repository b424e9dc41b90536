// First of all: it takes tokens off the address before anything else can read them.
import '@/auth/on-arrival';
import '@/db/open-early';
import { firstResultsPainted } from '@/app/after-paint';
import { draw } from '@/app/draw';
import { startLayoutShiftMonitor } from '@/app/layout-shift-monitor';
import { followMissingParts } from '@/app/missing-parts';
import { startPreloading } from '@/app/next-pages';
import { registerServiceWorker } from '@/app/service-worker';
import { rendered, reportSettled } from '@/app/start-report';
import { identityStore, presentIdentity } from '@/auth/identity';
import { readPushRecord, releasePushWith } from '@/auth/push-record';
import { authIsUrgent, startAuth, watchIdentity } from '@/auth/start';
import { watchInstalling } from '@/features/install/state';
import { yieldToMain } from '@/lib/idle';
import { idle } from '@/lib/idle-moment';
import { allowTranslation } from '@/lib/translated-text';
import { followWith, startOutbox } from '@/outbox/load';
import { fetchSyncAhead } from '@/sync/ahead';

/** Draws the app, then, once people see what they came for, starts what works in the background. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  allowTranslation();
  if (root.dataset.prerendered !== undefined) {
    fetchSyncAhead();
    // Evaluating the app was a task long enough; the page that it takes over is there to be used meanwhile.
    await yieldToMain();
  }
  watchInstalling();
  void startLayoutShiftMonitor();
  watchIdentity();
  releasePushWith(async (word) => (await import('@/features/push/farewell')).sayFarewell(word));
  const urgent = authIsUrgent() ? startAuth() : null;
  const releaseTyped = await draw(root);
  // A prerendered page shows results before there is an app behind them.
  await rendered;
  delete root.dataset.prerendered;
  await firstResultsPainted(root);
  reportSettled();
  releaseTyped();
  // Until here the guard answered for missing files.
  followMissingParts();
  // One after another, each in an idle moment of its own: all at once is a task that a finger notices. On a slow line
  // what comes first holds up the rest: the catalogue goes before what somebody may open next.
  const syncing = startSyncing();
  startPreloading(syncing);
  await idle();
  void startCounting();
  const auth = urgent ?? startAuth();
  await idle();
  const sending = startSending();
  startFavouritesAndBlocks();
  await idle();
  const worker = registerServiceWorker();
  await idle();
  await Promise.allSettled([auth, syncing, sending, worker, startInstalling()]);
  await idle();
  await followPush();
}

/** Without syncing the app still searches through the server, so a failure here is only logged. */
async function startSyncing(): Promise<void> {
  try {
    const { startSync } = await import('@/sync/start');
    await startSync();
  } catch (error) {
    console.error('Syncing did not start', error);
  }
}

/** What was written on this phone and has not been sent. Where nothing ever was, nothing is loaded. */
async function startSending(): Promise<void> {
  followWith(() => void followOutbox());
  await startOutbox();
}

/** Settles what screens show ahead of the replica. */
async function followOutbox(): Promise<void> {
  try {
    const { followSent } = await import('@/app/follow-outbox');
    followSent();
  } catch (error) {
    console.error('Delivered writes are not followed', error);
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
    const { followUnread } = await import('@/features/account/unread-badge');
    resumeFavourites();
    hideBlocked();
    followUnread();
  } catch (error) {
    console.error('Favourites and blocks are not syncing', error);
  }
}

/** Offers the app at the right moment; nobody misses what was never asked. */
async function startInstalling(): Promise<void> {
  try {
    const { startInstall } = await import('@/features/install/start');
    startInstall();
  } catch (error) {
    console.error('The app is not offered', error);
  }
}

/** Looks after pushes to this phone, where there are any. Firebase is loaded only when one is due. */
async function followPush(): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (!userId || !readPushRecord(userId)) return;
  try {
    const { refreshPush } = await import('@/features/push/refresh');
    await refreshPush();
  } catch (error) {
    console.error('Push was not looked after', error);
  }
}

/** What the app uses of people's data plans, told on /economia-de-dados. */
async function startCounting(): Promise<void> {
  try {
    const { countDataUse } = await import('@/lib/data-use');
    countDataUse();
  } catch (error) {
    console.error('The data used is not counted', error);
  }
}

void start();
