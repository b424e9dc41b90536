import { type RefObject, useEffect } from 'react';
import { useDataNavigate } from './navigate';

/** Marks a plain anchor for `useLinkClicks` of an element around it. */
export const APP_LINK = { 'data-app-link': true } as const;

/**
 * Lets the router follow plain anchors inside `around`, with one listener for all of them: a link component of the
 * router costs about as much as the rest of a card, at every keystroke that shows another card.
 */
export function useLinkClicks(around: RefObject<HTMLElement | null>): void {
  const navigate = useDataNavigate();
  useEffect(() => {
    const element = around.current;
    const follow = (event: MouseEvent) => {
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (event.defaultPrevented || event.button !== 0 || !isPlain) return;
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-app-link]');
      if (!link) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [around, navigate]);
}
