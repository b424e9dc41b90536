/**
 * The worker's first step stores what opens offline first: start, search, a teacher, the outbox. This is the second: all
 * other pages, once the page is idle and its teachers are here. A phone that saves data keeps only those that it opened.
 */
import { messageSW } from 'workbox-window';
import { serviceWorkers } from '@/lib/browser/navigator';
import { connection } from '@/lib/connection';
import { idle } from '@/lib/idle-moment';
import { lowData } from '@/lib/low-data';
import { tellWholeProductStored } from '@/lib/whole-product';
import { STORE_ALL } from '@/lib/worker-names';
import { teachersStored } from '@/sync/status';

/** Milliseconds: own rows and pictures go first; without teachers, the pages come all the same. */
const ROWS_FIRST = 60_000;

/** Call once a worker controls this page. Resolves when everything is stored; tries again when the network is back. */
export async function storeWholeProduct(longest = ROWS_FIRST): Promise<void> {
  await teachersStored(longest);
  for (;;) {
    await notSavingData();
    await idle();
    const worker = serviceWorkers()?.controller;
    if (worker && (await messageSW(worker, { type: STORE_ALL })) === true) return tellWholeProductStored();
    await backOnline();
  }
}

function notSavingData(): Promise<void> {
  return new Promise((resolve) => {
    if (!lowData.getState().low) return resolve();
    const stop = lowData.subscribe(({ low }) => {
      if (low) return;
      stop();
      resolve();
    });
  });
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.subscribe((now) => {
      if (now !== 'online') return;
      stop();
      resolve();
    });
  });
}
