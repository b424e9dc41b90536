import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { catalogStore } from '@/db/memory/catalog';
import { canonicalPath } from '@/lib/canonical-path';
import { pause, yieldToMain } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { keepTyped } from '@/lib/typed-early';
import { Root } from '../root';
import { BrowserRouter } from '../router/browser-router';
import { preloadPage } from '../router/lazy-pages';

/**
 * Renders the app into the page, or hydrates a prerendered one. Resolves to a function that stops keeping typed text,
 * to be called once the app is rendered.
 */
export async function draw(root: HTMLElement): Promise<() => void> {
  spellAddress();
  const prerendered = root.dataset.prerendered !== undefined;
  // The page was prerendered without a query, so it does not show the query's result (public/boot.js).
  const asks = document.documentElement.dataset.asks !== undefined;
  if (prerendered && !asks) {
    // A part that is still loading when something changes would be rendered again from its fallback.
    await preloadPage(location.pathname);
    await yieldToMain();
    const release = keepTyped(root);
    // In slices: the visible page must respond to input while the app hydrates it.
    startTransition(() => {
      hydrateRoot(root, <Root router={BrowserRouter} />, {
        onRecoverableError: (error) => logger.error('The page differs from its prerendered HTML', error),
      });
    });
    return release;
  }
  await firstScreenReady(location.pathname);
  delete root.dataset.prerendered;
  createRoot(root).render(<Root router={BrowserRouter} />);
  return () => undefined;
}

/** Corrects the address here, since the worker serves every spelling of it, with or without a network. */
function spellAddress(): void {
  const { pathname, search, hash } = location;
  const path = canonicalPath(pathname);
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}

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
