import { useSyncExternalStore } from 'react';
import { media } from '@/lib/browser/media';
import { once } from '@/lib/once';

const reduced = once(() => media('(prefers-reduced-motion: reduce)'));

const subscribe = (listener: () => void) => reduced().follow(listener);

export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reduced().matches(),
    () => false,
  );
}
