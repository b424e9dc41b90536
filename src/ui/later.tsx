import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';

/**
 * A part of a page that comes once the browser has nothing more urgent to do. The page is whole without it: when its
 * chunk does not arrive, nobody is told.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      let left = false;
      const begin = () => {
        load().then(
          (module) => {
            // A dozen cards get theirs at once: in slices, so that a finger goes first.
            if (!left) startTransition(() => setPart(() => module.default));
          },
          (error: unknown) => logger.warn('A part of the page did not arrive', error),
        );
      };
      const takeBack = whenIdle(begin, 2_000, 200);
      return () => {
        left = true;
        takeBack();
      };
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
