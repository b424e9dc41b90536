import { useSyncExternalStore } from 'react';

/** From 768 px on: header navigation and filters in line instead of bottom bar and sheet (specification §9). */
export const LARGE_SCREEN = '(min-width: 48em)';

function subscribe(listener: () => void): () => void {
  const screen = window.matchMedia(LARGE_SCREEN);
  screen.addEventListener('change', listener);
  return () => screen.removeEventListener('change', listener);
}

const matches = (): boolean | null => window.matchMedia(LARGE_SCREEN).matches;

/** Null in a page that was prerendered, until it is hydrated: what differs is there for both, and styles choose. */
export function useScreen(): boolean | null {
  return useSyncExternalStore(subscribe, matches, () => null);
}

export function useLargeScreen(): boolean {
  return useScreen() ?? false;
}
