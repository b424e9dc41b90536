import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { type AppRoute, NOT_FOUND, ROUTES } from './routes';

const all: readonly AppRoute[] = [...ROUTES, NOT_FOUND];
const loading = new Map<string, ReturnType<AppRoute['load']>>();

function load(route: AppRoute): ReturnType<AppRoute['load']> {
  const known = loading.get(route.path);
  if (known) return known;
  const started = route.load();
  loading.set(route.path, started);
  // A chunk that failed to arrive is asked for again by the next visit, not remembered as failed.
  started.catch(() => loading.delete(route.path));
  return started;
}

export interface PageRoute {
  route: AppRoute;
  Page: ComponentType;
}

export const pageRoutes: readonly PageRoute[] = all.map((route) => ({
  route,
  Page: lazy(() => load(route)),
}));

/** Starts the page's chunk before React asks for it: called with the address at start and with hovered links. */
export function preloadPage(pathname: string): void {
  const route = all.find((candidate) => matchPath(candidate.path, pathname));
  if (route) load(route).catch(() => undefined);
}
