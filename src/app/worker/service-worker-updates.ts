import { messageSW } from 'workbox-window';
import { useNotice } from '@/app/notice';
import { serviceWorkers } from '@/lib/browser/navigator';
import { isSomebodyBusy } from '@/lib/busy';
import { connection } from '@/lib/connection';
import { controllerAtStart } from './at-start';

const RETRY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Milliseconds between checks: the focus changes often, and each check requests the worker's file. */
const LOOK_AT_MOST_EVERY_MS = 60_000;

/**
 * Installs a new release. The waiting worker takes over only while no tab is busy (a form with unsaved text, a running
 * flush); after that this page reloads exactly once. A first install never reloads.
 *
 * Reads `registration.waiting` itself and not workbox-window's `waiting` event, which stops after the first update that
 * another tab has found.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  // A worker that changes before the listeners exist is an update too.
  let controller = controllerAtStart;
  let takenOver = false;
  let deferralTold = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const later = (action: () => void) => {
    clearTimeout(retry);
    retry = setTimeout(action, RETRY_MS);
  };

  const reload = async () => {
    // Work that began after the worker took over keeps its page: the old release's chunks still exist.
    if (await isSomebodyBusy()) later(reload);
    else location.reload();
  };

  // The worker itself checks whether any tab is busy, so that no page, of any release, can force it.
  const offerTakeOver = async () => {
    const { waiting, active } = registration;
    // Every worker waits for a moment, even the very first: that one is no new release, and it takes over by itself.
    if (!waiting || !active || takenOver) return;
    // A worker that dies meanwhile never answers, so the next attempt does not depend on this one.
    later(offerTakeOver);
    const accepted: unknown = await messageSW(waiting, { type: 'SKIP_WAITING' });
    // A worker that took over meanwhile has answered as the active one.
    if (accepted !== false || deferralTold || registration.waiting !== waiting) return;
    deferralTold = true;
    useNotice.getState().show({ text: 'Versão nova pronta: ela entra quando você terminar.' });
  };

  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state !== 'installed') return;
      // The registration may follow its worker's state a moment later.
      if (registration.waiting) void offerTakeOver();
      else later(offerTakeOver);
    });
  };

  const followController = () => {
    const before = controller;
    controller = serviceWorkers()?.controller ?? null;
    if (before === null || controller === before || takenOver) return;
    takenOver = true;
    void reload();
  };

  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    // A monotonic clock.
    const now = performance.now();
    if (document.hidden || connection.get() === 'offline' || now - lookedAt < LOOK_AT_MOST_EVERY_MS) return;
    lookedAt = now;
    // Without a network there is nothing to report.
    registration.update().catch(() => undefined);
  };

  serviceWorkers()?.addEventListener('controllerchange', followController);
  registration.addEventListener('updatefound', () => {
    watch(registration.installing);
    // A page that was busy hears of an update late: its worker may be waiting already.
    void offerTakeOver();
  });
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
