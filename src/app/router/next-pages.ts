/**
 * Prefetches the code for the next step before the tap: the pages that most people open from here, the page whose link
 * a finger, the mouse or the focus is on, and the outbox for a form that is being filled in. While a tapped page loads,
 * the old one stays, with a spinner in the button.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { loadOutbox } from '@/outbox/load';
import { guess } from '../start/guesses';
import { preloadLikely, preloadNext } from './lazy-pages';

let started = false;

/** Prefetches what is touched from now on. Call once, when the first page is loaded: it has priority. */
export function foreseeTaps(): void {
  for (const event of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(event, ({ target }) => foresee(target, event === 'focusin'), { passive: true });
  }
  // The person may have focused the form already.
  foresee(document.activeElement, true);
}

/**
 * Prefetches the pages that most people open from here, from now on at every change of page. Call once the network has
 * nothing better to do.
 */
export function startPreloading(): void {
  started = true;
  void preloadNext(location.pathname);
}

/** Call at every change of page. */
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
  // The search form writes nothing.
  if (isFocus && target.closest('form') && !target.closest('search')) {
    // Sending the form tries again, and reports a failure.
    guess('outbox', loadOutbox).catch(() => undefined);
  }
}
