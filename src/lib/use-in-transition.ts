import { startTransition, useEffect, useState } from 'react';
import { useTakenOver } from './use-taken-over';

/**
 * What `read` gives, read again whenever `subscribe` tells. Drawn as a transition, in slices that keys and taps
 * interrupt: news from the background must not hold up a frame. (`useSyncExternalStore` always draws in one go.)
 * Another `read` is another source, whose value is drawn at once. `built` is what a prerendered page was drawn with, and
 * so taken over with. `prepare` may do in slices, before a value is drawn, what drawing it will need: a component's own
 * drawing cannot be interrupted. It has to be stable.
 */
export function useInTransition<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  built: T,
  prepare?: (value: T) => Promise<void>,
): T {
  const takenOver = useTakenOver();
  const [seen, setSeen] = useState(() => ({ read, value: takenOver ? built : read() }));
  useEffect(() => {
    const show = () =>
      startTransition(() =>
        setSeen((before) => {
          const value = read();
          return before.read === read && Object.is(before.value, value) ? before : { read, value };
        }),
      );
    // What cannot be prepared fails where it is drawn, and is told there.
    const look = () => void (prepare ? prepare(read()).then(show, show) : show());
    // What was told between the first drawing and now.
    look();
    return subscribe(look);
  }, [subscribe, read, prepare]);
  return seen.read === read ? seen.value : read();
}
