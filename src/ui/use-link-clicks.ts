import { type RefObject, useEffect } from 'react';
import { useDataNavigate } from './navigate';

/** Marks a plain anchor for `useLinkClicks` of an element around it. */
export const APP_LINK = { 'data-app-link': true } as const;
/** Marks an element around such an anchor: a click anywhere in it opens the anchor. */
export const APP_CARD = { 'data-app-card': true } as const;

/**
 * Lets the router follow plain anchors inside `around`, with one listener for all of them: a link component of the
 * router costs about as much as the rest of a card, at every keystroke that shows another card.
 */
export function useLinkClicks(around: RefObject<HTMLElement | null>): void {
  const navigate = useDataNavigate();
  useEffect(() => {
    const element = around.current;
    const follow = (event: MouseEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.button > 1 || !(target instanceof Element)) return;
      const link = target.closest<HTMLAnchorElement>('a[data-app-link]');
      const opened = link ?? linkOfCard(target);
      if (!opened) return;
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (isPlain && event.button === 0) {
        event.preventDefault();
        void navigate(opened.pathname + opened.search + opened.hash);
      } else if (!link && (event.button === 1 || event.metaKey || event.ctrlKey)) {
        // Of the anchor itself the browser opens the new tab.
        window.open(opened.href, '_blank', 'noopener');
      }
    };
    element?.addEventListener('click', follow);
    element?.addEventListener('auxclick', follow);
    return () => {
      element?.removeEventListener('click', follow);
      element?.removeEventListener('auxclick', follow);
    };
  }, [around, navigate]);
}

/** The anchor of the card around `target`; null on another control, and for the end of a selection in the card. */
function linkOfCard(target: Element): HTMLAnchorElement | null {
  const card = target.closest('[data-app-card]');
  if (!card || target.closest('a, button, input, select, textarea, summary')) return null;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && card.contains(selection.anchorNode)) return null;
  return card.querySelector<HTMLAnchorElement>('a[data-app-link]');
}
