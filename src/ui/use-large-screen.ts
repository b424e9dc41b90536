import { useSyncExternalStore } from 'react';
import { media } from '@/lib/browser/media';
import { once } from '@/lib/once';

/** From 768 px on: header navigation and filters in line instead of bottom bar and sheet (specification §9). */
export const LARGE_SCREEN = '(min-width: 48em)';

/** Shared, because each new media query costs a style computation, and a keystroke would create several. */
const largeScreen = once(() => media(LARGE_SCREEN));

const subscribe = (listener: () => void) => largeScreen().follow(listener);
const matches = (): boolean | null => largeScreen().matches();

/** Null in a prerendered page until it is hydrated: both variants are rendered, and styles choose. */
export function useScreen(): boolean | null {
  return useSyncExternalStore(subscribe, matches, () => null);
}

export function useLargeScreen(): boolean {
  return useScreen() ?? false;
}
