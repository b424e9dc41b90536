import { idle } from '@/lib/idle-moment';

/**
 * Detects when the first results are on the screen, so that later work (the worker's precache, RxDB, supabase-js) does
 * not compete with them. Read from the page itself: a screen that still waits shows a skeleton marked
 * `aria-busy="true"`, and every screen has a `main`.
 */
const GIVE_UP_AFTER_MS = 10_000;

/**
 * Resolves after the paint that shows the first results inside `root`, then an idle moment; after ten seconds at the
 * latest, since a server that never responds must not prevent syncing.
 */
export async function firstResultsPainted(root: HTMLElement): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(giveUp);
      resolve();
    };
    const check = () => {
      if (!showsResults(root)) return;
      // A lazy part may render its skeleton in the next commit: check again after the paint.
      void painted().then(() => showsResults(root) && finish());
    };
    const observer = new MutationObserver(check);
    const giveUp = setTimeout(finish, GIVE_UP_AFTER_MS);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
    check();
  });
  await idle();
}

function showsResults(root: HTMLElement): boolean {
  return root.querySelector('main:not(:empty)') !== null && root.querySelector('[aria-busy="true"]') === null;
}

/** Waits two frames: the first is painted when the second begins. A hidden page paints none, so it does not wait. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0);
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
