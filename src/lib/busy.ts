/**
 * "Somebody is in the middle of something": a form with unsaved text, a running flush. Held as a shared Web Lock,
 * so that every tab and the worker see it, and so that a tab that dies lets go of it by dying.
 */
export const BUSY_LOCK = 'danceflix-busy';

let heldHere = 0;

/** Marks this page as busy until the returned function is called; calling it twice does no harm. */
export function holdBusy(): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  heldHere += 1;
  void released.then(() => {
    heldHere -= 1;
  });
  // Safari before 15.4 has no locks; there an update may come at a bad moment, as on any website.
  navigator.locks
    ?.request(BUSY_LOCK, { mode: 'shared' }, () => released)
    .catch((error: unknown) => console.error('Busy lock', error));
  return release;
}

/** Whether this very page is. */
export const isBusyHere = (): boolean => heldHere > 0;

/**
 * Whether any tab is busy, or about to be. A look, not a claim: an exclusive request would hold up the shared ones
 * behind it, and two tabs that look at the same moment would take each other for busy.
 */
export async function isSomebodyBusy(): Promise<boolean> {
  if (!navigator.locks) return false;
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].some(({ name }) => name === BUSY_LOCK);
}
