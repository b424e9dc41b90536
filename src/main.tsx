// First of all: it takes tokens off the address before anything else can read them.
import '@/auth/on-arrival';
import '@/db/open-early';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstResultsPainted } from '@/app/after-paint';
import { App } from '@/app/app';
import { firstScreenReady } from '@/app/first-screen';
import { registerServiceWorker } from '@/app/service-worker';
import { ServiceWorkerNotice } from '@/app/service-worker-notice';
import { StartBoundary } from '@/app/start-boundary';
import { reportSettled } from '@/app/start-report';
import { authIsUrgent, startAuth, watchIdentity } from '@/auth/start';
import { startOutbox } from '@/outbox/entry';

/** Draws the app, then, once people see what they came for, starts what works in the background. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  watchIdentity();
  const urgent = authIsUrgent() ? startAuth() : null;
  await firstScreenReady(location.pathname);
  createRoot(root).render(
    <StrictMode>
      <StartBoundary>
        <App />
        <ServiceWorkerNotice />
      </StartBoundary>
    </StrictMode>,
  );
  await firstResultsPainted(root);
  reportSettled();
  void startCounting();
  await Promise.allSettled([urgent ?? startAuth(), startSyncing(), registerServiceWorker(), startSending()]);
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

/** What was written on this phone and has not been sent. */
async function startSending(): Promise<void> {
  try {
    const { followOutbox } = await import('@/features/account/follow-outbox');
    const { followRequests } = await import('@/features/lessons/follow-outbox');
    const { followEvaluations } = await import('@/features/evaluations/follow-outbox');
    const { followFavourites } = await import('@/features/favourites/follow-outbox');
    const { followBlocks } = await import('@/features/blocks/follow-outbox');
    followOutbox();
    followRequests();
    followEvaluations();
    followFavourites();
    followBlocks();
    await startOutbox();
  } catch (error) {
    console.error('Sending did not start', error);
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
