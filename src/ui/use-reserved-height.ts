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
      root.setProperty(property, `${fixed ? element.offsetHeight : 0}px`);
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
