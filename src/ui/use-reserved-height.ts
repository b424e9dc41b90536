import { type RefObject, useLayoutEffect } from 'react';

type Reserved = '--bar-height' | '--dock-height' | '--offer-height';

/** Heights in pixels of the bars that are fixed to the bottom now. */
const reserved = new Map<Reserved, number>();

/**
 * The bottom of the visible part, in pixels of the viewport: the keyboard, or the bars fixed to the bottom. Causes no
 * layout.
 */
export function bottomOfSight(): number {
  const { visualViewport, innerHeight } = window;
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  let covered = 0;
  for (const height of reserved.values()) covered += height;
  return Math.min(seen, innerHeight - covered);
}

/**
 * Tells the page the height of a bar fixed to the bottom, so that it covers nothing. Measured, because larger text
 * makes bars taller; zero while the bar is hidden or in the flow.
 */
export function useReservedHeight(bar: RefObject<HTMLElement | null>, property: Reserved): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement;
    const measure = () => {
      const fixed = getComputedStyle(element).position === 'fixed';
      const height = fixed ? element.offsetHeight : 0;
      reserved.set(property, height);
      // Setting a property of the root, even to its old value, restyles the whole page: where the stylesheet's guess is
      // right, it is kept.
      const known = Number.parseFloat(getComputedStyle(root).getPropertyValue(property));
      if (known !== height) root.style.setProperty(property, `${height}px`);
    };
    // The observer also reports the first size, after this frame's layout: measuring here would cause another layout.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      reserved.delete(property);
      root.style.setProperty(property, '0px');
    };
  }, [bar, property]);
}
