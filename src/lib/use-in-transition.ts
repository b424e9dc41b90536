import { startTransition, useEffect, useState } from 'react';
import { useHydrating } from './use-hydrating';

/**
 * What `read` gives, read again whenever `subscribe` tells. Drawn as a transition, in slices that keys and taps
 * interrupt: news from the background must not hold up a frame. (`useSyncExternalStore` always draws in one go.)
 * Both functions have to be stable. `built` is what a prerendered page was drawn with, and so taken over with.
 */
export function useInTransition<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  built: T,
): T {
  const hydrating = useHydrating();
  const [value, setValue] = useState(() => (hydrating ? built : read()));
  useEffect(() => {
    const look = () => startTransition(() => setValue(read));
    // What was told between the first drawing and now.
    look();
    return subscribe(look);
  }, [subscribe, read]);
  return value;
}
