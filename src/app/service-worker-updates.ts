import { messageSW } from 'workbox-window';
import { useNotice } from '@/app/notice';
import { isSomebodyBusy } from '@/lib/busy';
import { connection } from '@/lib/connection';

const RETRY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Focus comes and goes; the worker's file is not to be asked for each time. */
const LOOK_AT_MOST_EVERY_MS = 60_000;

/** Taken when the page starts: a worker that changes before anybody listens is an update all the same. */
const controllerAtStart = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;

/**
 * Brings a new release in. The waiting worker takes over only while no tab is busy (a form with unsaved text, a
 * running flush); once it has, this page reloads, exactly once. A first install never reloads.
 *
 * Looks at `registration.waiting` itself and not at workbox-window's `waiting` event, which stops after the first
 * update that another tab has found.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  let controller = controllerAtStart;
  let takenOver = false;
  let deferralTold = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const later = (action: () => void) => {
    clearTimeout(retry);
    retry = setTimeout(action, RETRY_MS);
  };

  const reload = async () => {
    // Work that began after the worker took over keeps its page: the old release's chunks are still there.
    if (await isSomebodyBusy()) later(reload);
    else location.reload();
  };

  // The worker itself looks whether anybody is busy, so that no page, of whatever release, can push it in.
  const offerTakeOver = async () => {
    const { waiting, active } = registration;
    // Every worker waits for a moment, the very first too: with none before it, it is no new release, and it takes
    // over by itself.
    if (!waiting || !active || takenOver) return;
    // A worker that dies meanwhile never answers, so the next attempt does not depend on this one.
    later(offerTakeOver);
    const accepted: unknown = await messageSW(waiting, { type: 'SKIP_WAITING' });
    // One that took over meanwhile has answered as the present one.
    if (accepted !== false || deferralTold || registration.waiting !== waiting) return;
    deferralTold = true;
    useNotice.getState().show({ text: 'Versão nova pronta: ela entra quando você terminar.' });
  };

  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void offerTakeOver();
    });
  };

  const followController = () => {
    const before = controller;
    controller = navigator.serviceWorker.controller;
    if (before === null || controller === before || takenOver) return;
    takenOver = true;
    void reload();
  };

  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    // By a clock that nobody sets.
    const now = performance.now();
    if (document.hidden || connection.get() === 'offline' || now - lookedAt < LOOK_AT_MOST_EVERY_MS) return;
    lookedAt = now;
    // A network that does not answer is no news.
    registration.update().catch(() => undefined);
  };

  navigator.serviceWorker.addEventListener('controllerchange', followController);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    void offerTakeOver();
    look();
  });
  addEventListener('focus', look);
  setInterval(look, HOUR_MS);
  watch(registration.installing);
  followController();
  void offerTakeOver();
}
