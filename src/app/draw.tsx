import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { logger } from '@/lib/logger';
import { firstScreenReady } from './first-screen';
import { preloadPage } from './lazy-pages';
import { Root } from './root';

/** A prerendered page was made for its path alone: with one of these in the query it shows something else. */
const ASKING = ['name', 'style', 'city', 'page'];

/** Draws the app into the page, or takes over a prerendered one as it stands. */
export async function draw(root: HTMLElement): Promise<void> {
  const prerendered = root.dataset.prerendered !== undefined;
  const asks = new URLSearchParams(location.search);
  if (prerendered && !ASKING.some((name) => asks.has(name))) {
    // A part whose code is still on its way when something changes would be drawn anew, from its fallback on.
    await preloadPage(location.pathname);
    hydrateRoot(root, <Root router={BrowserRouter} />, {
      onRecoverableError: (error) => logger.error('Not as it was prerendered', error),
    });
    return;
  }
  await firstScreenReady(location.pathname);
  delete root.dataset.prerendered;
  createRoot(root).render(<Root router={BrowserRouter} />);
}
