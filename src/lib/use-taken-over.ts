import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this component was rendered for a prerendered page or hydrated from one: data that only this device has must
 * wait until hydration. The result never changes for a component: React tells it only through the snapshot that it
 * requests, and a later 'no' would render the component again synchronously.
 */
export function useTakenOver(): boolean {
  const [seen] = useState({ byServer: false });
  return useSyncExternalStore(
    never,
    () => seen.byServer,
    () => {
      seen.byServer = true;
      return true;
    },
  );
}
