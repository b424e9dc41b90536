import { useSyncExternalStore } from 'react';

/** From 768 px on: header navigation and filters in line instead of bottom bar and sheet (specification §9). */
export const LARGE_SCREEN = '(min-width: 48em)';

let screen: MediaQueryList | null = null;

/** Shared, because each new media query costs a style computation, and a keystroke would create several. */
function largeScreen(): MediaQueryList {
  screen ??= window.matchMedia(LARGE_SCREEN);
  return screen;
}

function subscribe(listener: () => void): () => void {
  const large = largeScreen();
  large.addEventListener('change', listener);
  return () => large.removeEventListener('change', listener);
}

const matches = (): boolean | null => largeScreen().matches;

/** Null in a prerendered page until it is hydrated: both variants are rendered, and styles choose. */
export function useScreen(): boolean | null {
  return useSyncExternalStore(subscribe, matches, () => null);
}

export function useLargeScreen(): boolean {
  return useScreen() ?? false;
}
