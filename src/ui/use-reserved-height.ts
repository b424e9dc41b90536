import { type RefObject, useLayoutEffect } from 'react';

type Reserved = '--bar-height' | '--dock-height' | '--offer-height';

/** In pixels, of the bars that are fixed to the bottom now. */
const reserved = new Map<Reserved, number>();

/**
 * How far down the screen people can see, in pixels of the viewport: to the keyboard, or to what is fixed above the
 * bottom. Asks for no layout.
 */
export function bottomOfSight(): number {
  const { visualViewport, innerHeight } = window;
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  let covered = 0;
  for (const height of reserved.values()) covered += height;
  return Math.min(seen, innerHeight - covered);
}

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
      reserved.set(property, height);
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
      reserved.delete(property);
      root.style.setProperty(property, '0px');
    };
  }, [bar, property]);
}
