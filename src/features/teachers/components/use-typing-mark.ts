import { type RefObject, useEffect } from 'react';

/**
 * Marks the element with `data-typing` from when a field of the page gets the focus until the page is scrolled: then
 * people look further than to what answers their keys. Not until the field loses the focus: what is pressed for that
 * must not move under the finger.
 */
export function useTypingMark(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const mark = (event: Event) => {
      const { dataset } = element.current ?? {};
      if (dataset && event.target instanceof HTMLInputElement) dataset.typing ??= '';
    };
    const unmark = () => {
      if (element.current?.dataset.typing !== undefined) delete element.current.dataset.typing;
    };
    document.addEventListener('focusin', mark);
    document.addEventListener('beforeinput', mark);
    document.addEventListener('scroll', unmark, { passive: true });
    return () => {
      document.removeEventListener('focusin', mark);
      document.removeEventListener('beforeinput', mark);
      document.removeEventListener('scroll', unmark);
    };
  }, [element]);
}
