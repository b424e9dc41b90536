import { type ComponentType, lazy, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';

/**
 * An optional part of a page that loads when the browser is idle. The page is complete without it: a failure to load it
 * is only logged, and it is loaded again when the network is back.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      let left = false;
      const begin = () => {
        load().then(
          (module) => {
            // A dozen cards get the part at once: render it in slices, so that input goes first.
            if (!left) startTransition(() => setPart(() => module.default));
          },
          (error: unknown) => {
            logger.warn('An optional part did not load', error);
            if (!left) window.addEventListener('online', begin, { once: true });
          },
        );
      };
      const takeBack = whenIdle(begin, 2_000, 200);
      return () => {
        left = true;
        takeBack();
        window.removeEventListener('online', begin);
      };
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}

/**
 * An optional part of a page that prerendered pages have in their HTML; elsewhere it follows as soon as it has loaded. Needs
 * a Suspense around it.
 */
export function drawnOptional<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() =>
    load().catch((error: unknown): { default: ComponentType<P> } => {
      logger.warn('An optional part did not load', error);
      return { default: later(load) };
    }),
  );
}
