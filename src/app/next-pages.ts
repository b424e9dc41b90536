/**
 * Has the code for the next step on the phone before the tap: the pages that most people open from here, the one whose
 * link a finger, a mouse or the focus is on, and the outbox for a form that is being filled in. A page that is still on
 * its way leaves the old one standing, with its button turning.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { loadOutbox } from '@/outbox/load';
import { guess } from './guesses';
import { preloadLikely, preloadNext } from './lazy-pages';

let started = false;

/**
 * Call once, when the first page is there: it comes first. What somebody is about to open is brought from then on, what
 * most people open once `before` has settled.
 */
export function startPreloading(before: Promise<unknown>): void {
  for (const event of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(event, ({ target }) => foresee(target, event === 'focusin'), { passive: true });
  }
  // Whoever was quicker is in the form already.
  foresee(document.activeElement, true);
  void Promise.allSettled([before]).then(() => {
    started = true;
    void preloadNext(location.pathname);
  });
}

/** Follows the address from page to page. */
export function usePreloadedPages(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (started) void preloadNext(pathname);
  }, [pathname]);
}

function foresee(target: EventTarget | null, isFocus: boolean): void {
  if (!(target instanceof Element)) return;
  const link = target.closest('a');
  if (link?.origin === location.origin && !link.hasAttribute('download')) void preloadLikely(link.pathname);
  // A search writes nothing.
  if (isFocus && target.closest('form') && !target.closest('search')) {
    // Whoever sends the form tries again, and says so.
    guess('outbox', loadOutbox).catch(() => undefined);
  }
}
