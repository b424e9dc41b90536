import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useDataNavigate } from '@/ui/navigate';
import { wantHeadingFocus } from '@/ui/route-focus';
import { followLaunches, type LaunchQueue } from '../start/launches';
import { usePreloadedPages } from './next-pages';
import { keepScroll, restoreScroll } from './scroll-memory';
import { ignoreSecondTaps } from './second-taps';

/**
 * Does what a browser does on a page load: starts at the top of a new page, and returns to the earlier scroll position.
 * Placed before the pages in the tree, so that its effects run before those of the page's heading.
 */
export function RouteEffects() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const previous = useRef(pathname);
  const navigate = useDataNavigate();
  usePreloadedPages();
  useEffect(ignoreSecondTaps, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue has one consumer, for as long as the page lives.
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue };
    const [loaded] = performance.getEntriesByType('navigation');
    followLaunches(launchQueue, loaded?.name ?? location.href, (path) => void navigate(path));
  }, []);

  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    wantHeadingFocus();
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, type]);

  // In the layout phase: the old entry must stop listening before the new page changes the scroll position.
  useLayoutEffect(() => (type === 'POP' ? restoreScroll(key) : undefined), [key, type]);
  useLayoutEffect(() => keepScroll(key), [key]);
  return null;
}
