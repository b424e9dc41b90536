import { matchPath } from 'react-router-dom';
import { NOT_FOUND, ROUTES } from './routes';
import type { RouteRow } from './routes/row';

export const ALL_ROUTES: readonly RouteRow[] = [...ROUTES, NOT_FOUND];

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

/** The row of an address; that of missing pages where the table has none. */
export function routeOf(pathname: string): RouteRow {
  const section = sectionOf(pathname);
  const found = ALL_ROUTES.find(
    (route) => route !== NOT_FOUND && sectionOf(route.path) === section && matchPath(route.path, pathname),
  );
  return found ?? NOT_FOUND;
}
