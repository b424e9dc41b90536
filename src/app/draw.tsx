import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { canonicalPath } from '@/lib/canonical-path';
import { yieldToMain } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { keepTyped } from '@/lib/typed-early';
import { firstScreenReady } from './first-screen';
import { preloadPage } from './lazy-pages';
import { Root } from './root';

/**
 * Draws the app into the page, or takes over a prerendered one as it stands. Resolves to what lets go of what was typed
 * into that before: to be called once it is drawn.
 */
export async function draw(root: HTMLElement): Promise<() => void> {
  spellAddress();
  const prerendered = root.dataset.prerendered !== undefined;
  // It was made for its path alone: what the query asks for it does not show (public/boot.js).
  const asks = document.documentElement.dataset.asks !== undefined;
  if (prerendered && !asks) {
    // A part whose code is still on its way when something changes would be drawn anew, from its fallback on.
    await preloadPage(location.pathname);
    await yieldToMain();
    const release = keepTyped(root);
    // In slices: what is on the screen already must not stand still while the app moves in behind it.
    startTransition(() => {
      hydrateRoot(root, <Root router={BrowserRouter} />, {
        onRecoverableError: (error) => logger.error('Not as it was prerendered', error),
      });
    });
    return release;
  }
  await firstScreenReady(location.pathname);
  delete root.dataset.prerendered;
  createRoot(root).render(<Root router={BrowserRouter} />);
  return () => undefined;
}

/** The worker answers for every spelling of an address, with or without a network. */
function spellAddress(): void {
  const { pathname, search, hash } = location;
  const path = canonicalPath(pathname);
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}
