import { catalogStore } from '@/db/catalog';
import { pause } from '@/lib/idle';
import { preloadPage } from './lazy-pages';

/** Milliseconds that the splash may stand in for a page whose chunk is slow to arrive. */
const PATIENCE = 1_000;

/**
 * Resolves when the page's chunk and the stored record are here, so that React's first commit shows results. With a
 * fallback before them the screen is rendered three times, and React holds every reveal back until 300 ms after the
 * fallback appeared, on any machine.
 */
export async function firstScreenReady(pathname: string): Promise<void> {
  const ready = new AbortController();
  await Promise.race([
    Promise.all([preloadPage(pathname), catalogStore.open()]),
    pause(PATIENCE, ready.signal),
  ]);
  ready.abort();
}
