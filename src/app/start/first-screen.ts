import { catalogStore } from '@/db/memory/catalog';
import { pause } from '@/lib/idle';
import { preloadPage } from '../router/lazy-pages';

/** Milliseconds that the splash may stay while a page's chunk is slow to arrive. */
const PATIENCE = 1_000;

/**
 * Resolves when the page's chunk and the stored record are loaded, so that React's first commit shows results. With a
 * fallback before them the screen is rendered three times, and React delays every reveal until 300 ms after the
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
