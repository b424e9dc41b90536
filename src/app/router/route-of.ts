import { matchPath } from 'react-router-dom';
import { NOT_FOUND, ROUTES } from '../routes';
import type { RouteRow } from '../routes/row';

export const ALL_ROUTES: readonly RouteRow[] = [...ROUTES, NOT_FOUND];

/** The first part of an address or of a route's path, for comparing: '/Teachers/:slug' is in 'teachers'. */
export function sectionOf(path: string): string {
  const part = path.split('/')[1] ?? '';
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    // A malformed escape: no page has such an address.
    return part.toLowerCase();
  }
}

/** The route of an address; the route of missing pages if there is none. */
export function routeOf(pathname: string): RouteRow {
  const section = sectionOf(pathname);
  const found = ALL_ROUTES.find(
    (route) => route !== NOT_FOUND && sectionOf(route.path) === section && matchPath(route.path, pathname),
  );
  return found ?? NOT_FOUND;
}
