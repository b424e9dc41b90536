import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this component was made for a prerendered page or took one over: what only this device knows must wait until
 * then. The same for as long as it lives: React says so only by the snapshot that it asks for, and answering 'no' once it
 * is over would draw the component anew in one go.
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
