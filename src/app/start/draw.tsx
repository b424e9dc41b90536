import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { canonicalPath } from '@/lib/canonical-path';
import { yieldToMain } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { keepTyped } from '@/lib/typed-early';
import { Root } from '../root';
import { BrowserRouter } from '../router/browser-router';
import { preloadPage } from '../router/lazy-pages';
import { firstScreenReady } from './first-screen';

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
