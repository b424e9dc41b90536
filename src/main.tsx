// First of all: it takes tokens off the address before anything else can read them.
import '@/auth/on-arrival';
import '@/db/open-early';
import { firstResultsPainted } from '@/app/after-paint';
import { draw } from '@/app/draw';
import { registerServiceWorker } from '@/app/service-worker';
import { rendered, reportSettled } from '@/app/start-report';
import { authIsUrgent, startAuth, watchIdentity } from '@/auth/start';
import { startOutbox } from '@/outbox/entry';

/** Draws the app, then, once people see what they came for, starts what works in the background. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  watchIdentity();
  const urgent = authIsUrgent() ? startAuth() : null;
  await draw(root);
  // A prerendered page shows results before there is an app behind them.
  await rendered;
  delete root.dataset.prerendered;
  await firstResultsPainted(root);
  reportSettled();
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
    followOutbox();
    followRequests();
    followEvaluations();
    await startOutbox();
  } catch (error) {
    console.error('Sending did not start', error);
  }
}

void start();
