import { startTransition, useEffect, useState } from 'react';
import { useTakenOver } from './use-taken-over';

/**
 * The value of `read`, read again after each call from `subscribe`. Rendered as a transition, in slices that input can
 * interrupt: background updates must not block a frame. (`useSyncExternalStore` always renders synchronously.) The
 * value of another `read` is rendered at once. `built` is the value that a prerendered page was rendered with and is
 * hydrated with. `prepare` may do work in slices before a value is rendered, since rendering one component cannot be
 * interrupted; it has to be stable.
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
    // If `prepare` fails, render anyway: the error then shows where it is handled.
    const look = () => void (prepare ? prepare(read()).then(show, show) : show());
    // Read changes that happened between the first render and now.
    look();
    return subscribe(look);
  }, [subscribe, read, prepare]);
  return seen.read === read ? seen.value : read();
}
