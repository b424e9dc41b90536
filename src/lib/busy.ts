import { webLocks } from './browser/navigator';

/**
 * Marks that the person is in the middle of something: a form with unsaved text, a running flush. Held as a shared Web
 * Lock, so that every tab and the worker see it, and a tab that dies releases it.
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
  // Safari before 15.4 has no locks; an update may interrupt the person there.
  webLocks()
    ?.request(BUSY_LOCK, { mode: 'shared' }, () => released)
    .catch((error: unknown) => console.error('No busy lock', error));
  return release;
}

/** Whether this page itself is busy. */
export const isBusyHere = (): boolean => heldHere > 0;

/**
 * Whether any tab is busy, or about to be. Uses `query` instead of a request: an exclusive request would block the
 * shared ones behind it, and two tabs asking at the same moment would see each other as busy.
 */
export async function isSomebodyBusy(): Promise<boolean> {
  const { held = [], pending = [] } = (await webLocks()?.query()) ?? {};
  return [...held, ...pending].some(({ name }) => name === BUSY_LOCK);
}
