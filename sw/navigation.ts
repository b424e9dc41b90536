import type { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

export const APP_SHELL = '/app-shell.html';

/**
 * Paths that belong to the server, and anything that looks like a file. Workbox tests them against path and query,
 * and a name that is searched for may well have a dot.
 */
export const NOT_THE_APP = [
  /^\/(rest|auth|storage|functions|realtime)\//,
  /^\/_mailbox([/?]|$)/,
  /^[^?]*\/[^/?]+\.[^/?]+(\?|$)/,
];

/**
 * Every page of the app opens with the precached shell, whatever its path, with or without a network.
 * The shell is a copy of index.html: prerendering changes index.html after its revision has been computed.
 */
export function routeNavigations(precache: PrecacheController): void {
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL(APP_SHELL), { denylist: NOT_THE_APP }));
}
