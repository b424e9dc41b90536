import { type RefObject, useLayoutEffect } from 'react';

type Reserved = '--bar-height' | '--dock-height' | '--offer-height';

/**
 * Tells the page how much room a bar fixed to the bottom takes, so that it covers nothing. Measured, because larger
 * text makes bars taller; zero while the bar is hidden or stands in the flow.
 */
export function useReservedHeight(bar: RefObject<HTMLElement | null>, property: Reserved): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement;
    const measure = () => {
      const fixed = getComputedStyle(element).position === 'fixed';
      const height = fixed ? element.offsetHeight : 0;
      // A property of the root, even with its old value, has the whole page styled anew: the stylesheet's guess stands
      // where it is right.
      const known = Number.parseFloat(getComputedStyle(root).getPropertyValue(property));
      if (known !== height) root.style.setProperty(property, `${height}px`);
    };
    // Tells the first size too, after this frame's layout: measuring here would lay the page out once more.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      root.style.setProperty(property, '0px');
    };
  }, [bar, property]);
}
