import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { matchesMedia } from '@/lib/browser/media';
import { celebrate } from '@/lib/celebrated';
import { logger } from '@/lib/logger';
import { RIBBON } from './ribbon';
import classes from './ribbon-moment.module.css';

interface RibbonMomentProps {
  /**
   * Names of the events, as `request-sent:<id>`. The ribbon is drawn when at least one of them was not celebrated on
   * this phone before; afterwards all of them are.
   */
  events: readonly string[];
}

/**
 * The ribbon draws itself once over the page, for a moment of joy. Decoration only: it covers no tap, moves nothing and
 * is gone after a second, so the words about the event belong to the page. With reduced motion nothing is drawn.
 */
export function RibbonMoment({ events }: RibbonMomentProps) {
  const [drawn, setDrawn] = useState<string | null>(null);
  const key = events.join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const begin = () => {
      // A tab in the background would celebrate unseen.
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', begin);
      celebrate(key.split(' '), signal).then(
        (isNew) => {
          if (isNew && !matchesMedia('(prefers-reduced-motion: reduce)')) setDrawn(key);
        },
        (error: unknown) => logger.warn('A moment was not celebrated', error),
      );
    };
    document.addEventListener('visibilitychange', begin, { signal });
    begin();
    return () => leaving.abort();
  }, [key]);
  if (drawn === null) return null;
  return createPortal(
    <div className={classes.stage} data-ribbon-moment>
      <svg
        key={drawn}
        className={classes.ribbon}
        viewBox={RIBBON.viewBox}
        fill="none"
        aria-hidden="true"
        strokeLinecap="round"
        onAnimationEnd={({ target, currentTarget }) => {
          if (target === currentTarget) setDrawn(null);
        }}
      >
        <path className={classes.edge} d={RIBBON.path} pathLength="1" />
        <path className={classes.stroke} d={RIBBON.path} pathLength="1" />
      </svg>
    </div>,
    document.body,
  );
}
