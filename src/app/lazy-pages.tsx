import { type ComponentType, lazy, useState } from 'react';
import { matchPath } from 'react-router-dom';
import { presentIdentity } from '@/auth/identity';
import { idle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import { asked, guess } from './guesses';
import { type AppRoute, NOT_FOUND, ROUTES } from './routes';

const all: readonly AppRoute[] = [...ROUTES, NOT_FOUND];

/** The first part of an address or of a route's path, as routes are compared: '/Teachers/:slug' is in 'teachers'. */
export function sectionOf(path: string): string {
  const part = path.split('/')[1] ?? '';
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    // No address of a page: nobody writes a path with half an escape in it.
    return part.toLowerCase();
  }
}

function routeOf(pathname: string): AppRoute | undefined {
  const section = sectionOf(pathname);
  return all.find(
    (route) => (route === NOT_FOUND || sectionOf(route.path) === section) && matchPath(route.path, pathname),
  );
}
const loading = new Map<string, ReturnType<AppRoute['load']>>();
const loaded = new Map<string, ComponentType>();

function load(route: AppRoute): ReturnType<AppRoute['load']> {
  const known = loading.get(route.path);
  if (known) return known;
  const started = route.load();
  loading.set(route.path, started);
  started.then(
    (page) => loaded.set(route.path, page.default),
    () => undefined,
  );
  // A chunk that failed to arrive is asked for again by the next visit, not remembered as failed.
  started.catch(() => loading.delete(route.path));
  return started;
}

async function likely(route: AppRoute): Promise<void> {
  if (!loading.has(route.path)) await guess(route.path, () => load(route));
}

function wanted(route: AppRoute): ReturnType<AppRoute['load']> {
  asked(route.path);
  return load(route);
}

export interface PageRoute {
  route: AppRoute;
  Page: ComponentType;
}

export const pageRoutes: readonly PageRoute[] = all.map((route) => ({ route, Page: pageOf(route) }));

/** A page whose chunk is here already is drawn at once: `lazy` would show the fallback first all the same. */
function pageOf(route: AppRoute): ComponentType {
  const Lazy = lazy(() => wanted(route));
  return function Page() {
    const [Shown] = useState<ComponentType>(() => loaded.get(route.path) ?? Lazy);
    return <Shown />;
  };
}

/** Starts the page's chunk before React asks for it. Resolves when it is here or failed to arrive. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = routeOf(pathname);
  if (route && isForHere(route)) await wanted(route).catch(() => undefined);
}

/** The guard will turn everybody else away: the administration's code is nothing for them to load. */
function isForHere(route: AppRoute): boolean {
  return route.layout !== 'admin' || presentIdentity()?.role === 'admin';
}

/** For a page that somebody may open in a moment. Never rejects. */
export async function preloadLikely(pathname: string): Promise<void> {
  const route = routeOf(pathname);
  if (route && isForHere(route)) await likely(route).catch(() => undefined);
}

/** Loads what most people open from the page of `pathname`, one chunk in each idle moment. Never rejects. */
export async function preloadNext(pathname: string): Promise<void> {
  for (const path of routeOf(pathname)?.next ?? []) {
    await idle();
    const route = all.find((one) => one.path === path);
    if (route) await likely(route).catch(() => undefined);
  }
}

/**
 * Fetches the administration's pages one after the other, until one fails or `signal` ends it: the worker keeps what was
 * fetched (sw/precache.ts), so that without a connection each of them opens and shows what it last knew.
 */
export async function preloadAdministration(signal: AbortSignal): Promise<void> {
  for (const route of all) {
    if (signal.aborted) return;
    if (route.layout !== 'admin') continue;
    try {
      await likely(route);
    } catch (error) {
      logger.info('The administration is not all on this device', error);
      return;
    }
  }
}

/**
 * The module of a path's page, as the build for prerendering names it: in that build, and only there, chunks carry their
 * module's path. Null for a page in the entry.
 */
export function moduleOf(pathname: string): string | null {
  const route = routeOf(pathname);
  return /import\(["'`](?:\.\/)?([^"'`]+)\.js["'`]\)/.exec(String(route?.load))?.[1] ?? null;
}
