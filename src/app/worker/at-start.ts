import { serviceWorkers } from '@/lib/browser/navigator';

/**
 * The worker that controlled this page when it began; null without one. Imported by the first script, because what
 * registers a worker loads later, and a worker that has changed or claimed the page by then would look like the first.
 */
export const controllerAtStart = serviceWorkers()?.controller ?? null;
