import type { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

export const APP_SHELL = '/app-shell.html';

/**
 * Paths of the server and anything with a file extension. Workbox tests path and query together, and a searched name
 * in the query may contain a dot.
 */
export const NOT_THE_APP = [
  /^\/(rest|auth|storage|functions|realtime)\//,
  /^\/_mailbox([/?]|$)/,
  /^[^?]*\/[^/?]+\.[^/?]+(\?|$)/,
];

/**
 * Answers every page navigation with the precached shell, online and offline. The shell is a copy of index.html,
 * because prerendering changes index.html after its revision was computed.
 */
export function routeNavigations(precache: PrecacheController): void {
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL(APP_SHELL), { denylist: NOT_THE_APP }));
}
