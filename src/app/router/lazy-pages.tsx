import { type ComponentType, lazy, useState } from 'react';
import { presentIdentity } from '@/auth/identity';
import { idle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import { layoutOf, type RouteRow } from '../routes/row';
import { asked, guess } from '../start/guesses';
import { loadPage } from './page-modules';
import { ALL_ROUTES, routeOf } from './route-of';

const loading = new Map<string, Promise<ComponentType>>();
const loaded = new Map<string, ComponentType>();

function load(route: RouteRow): Promise<ComponentType> {
  const known = loading.get(route.path);
  if (known) return known;
  const started = loadPage(route);
  loading.set(route.path, started);
  started.then(
    (page) => loaded.set(route.path, page),
    () => undefined,
  );
  // A chunk that failed to load is requested again at the next visit.
  started.catch(() => loading.delete(route.path));
  return started;
}

async function likely(route: RouteRow): Promise<void> {
  if (!loading.has(route.path)) await guess(route.path, () => load(route));
}

function wanted(route: RouteRow): Promise<ComponentType> {
  asked(route.path);
  return load(route);
}

export interface PageRoute {
  route: RouteRow;
  Page: ComponentType;
}

export const pageRoutes: readonly PageRoute[] = ALL_ROUTES.map((route) => ({ route, Page: pageOf(route) }));

/** A page whose chunk is loaded is rendered at once: `lazy` would still show the fallback first. */
function pageOf(route: RouteRow): ComponentType {
  const Lazy = lazy(async () => ({ default: await wanted(route) }));
  return function Page() {
    const [Shown] = useState<ComponentType>(() => loaded.get(route.path) ?? Lazy);
    return <Shown />;
  };
}

/** Starts loading the page's chunk before React needs it. Resolves when it is loaded or has failed. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = routeOf(pathname);
  if (isForHere(route)) await wanted(route).catch(() => undefined);
}

/** The guard turns other people away, so they need not load the administration's code. */
function isForHere(route: RouteRow): boolean {
  return layoutOf(route) !== 'admin' || presentIdentity()?.role === 'admin';
}

/** Prefetches a page that may be opened next. Never rejects. */
export async function preloadLikely(pathname: string): Promise<void> {
  const route = routeOf(pathname);
  if (isForHere(route)) await likely(route).catch(() => undefined);
}

/** Prefetches the pages that most people open from `pathname`, one chunk in each idle moment. Never rejects. */
export async function preloadNext(pathname: string): Promise<void> {
  for (const path of routeOf(pathname).next ?? []) {
    await idle();
    const route = ALL_ROUTES.find((one) => one.path === path);
    if (route) await likely(route).catch(() => undefined);
  }
}

/**
 * Fetches the administration's pages one after the other, until one fails or `signal` aborts: the worker keeps them
 * (sw/precache.ts), so that each opens offline and shows its last data.
 */
export async function preloadAdministration(signal: AbortSignal): Promise<void> {
  for (const route of ALL_ROUTES) {
    if (signal.aborted) return;
    if (layoutOf(route) !== 'admin') continue;
    try {
      await likely(route);
    } catch (error) {
      logger.info('The administration’s pages were not all fetched', error);
      return;
    }
  }
}
