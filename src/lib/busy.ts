/**
 * "Somebody is in the middle of something": a form with unsaved text, a running flush. Held as a shared Web Lock,
 * so that every tab and the worker see it, and so that a tab that dies lets go of it by dying.
 */
export const BUSY_LOCK = 'danceflix-busy';

/** Marks this page as busy until the returned function is called; calling it twice does no harm. */
export function holdBusy(): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Safari before 15.4 has no locks; there an update may come at a bad moment, as on any website.
  navigator.locks
    ?.request(BUSY_LOCK, { mode: 'shared' }, () => released)
    .catch((error: unknown) => console.error('Busy lock', error));
  return release;
}

/**
 * Runs `action` if no tab is busy, and keeps any tab from becoming busy meanwhile.
 * Never queues for the lock: a waiting exclusive request would hold up every shared one behind it.
 * Returns whether it ran.
 */
export async function ifNobodyIsBusy(action: () => void | Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await action();
    return true;
  }
  return navigator.locks.request(BUSY_LOCK, { mode: 'exclusive', ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await action();
    return true;
  });
}
