import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True while a prerendered page is being made or taken over: what only this device knows must wait until then. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
