import { type RefObject, useLayoutEffect } from 'react';

type Reserved = '--bar-height' | '--dock-height';

/**
 * Tells the page how much room a bar fixed to the bottom takes, so that it covers nothing. Measured, because larger
 * text makes bars taller; zero while the bar is hidden or stands in the flow.
 */
export function useReservedHeight(bar: RefObject<HTMLElement | null>, property: Reserved): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const measure = () => {
      const fixed = getComputedStyle(element).position === 'fixed';
      const height = `${fixed ? element.offsetHeight : 0}px`;
      // A property of the root, even with its old value, has the whole page styled anew.
      if (root.getPropertyValue(property) !== height) root.setProperty(property, height);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      root.setProperty(property, '0px');
    };
  }, [bar, property]);
}
