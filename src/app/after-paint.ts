import { idle } from '@/lib/idle-moment';

/**
 * When the first results are on the screen, so that what is only needed later (the worker's precache, RxDB,
 * supabase-js) does not compete with them. Read off the page itself: a screen that still waits for something
 * shows a skeleton marked `aria-busy="true"`, and every screen has a `main`.
 */
const GIVE_UP_AFTER_MS = 10_000;

/**
 * Resolves after the paint that shows the first results inside `root`, then an idle moment; at the latest after
 * ten seconds, since a server that never answers must not keep the app from syncing.
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
      // A lazily loaded part may put its skeleton up in the next commit: look again after the paint.
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

/** Two frames: the first is drawn when the second begins. A hidden page draws none, so it does not wait. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0);
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
