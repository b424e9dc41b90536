import { routeOf } from '../router/route-of';
import { NOT_FOUND } from '../routes';
import type { Area } from '../routes/row';

/** The area of an address. A missing page belongs to the area of the nearest page above it. */
export function areaOf(path: string): Area | null {
  // The router decodes and ignores case when it matches; so must the guard.
  let known = decode(path).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  while (known !== '') {
    const route = routeOf(known);
    if (route !== NOT_FOUND) return route.area ?? null;
    known = known.slice(0, known.lastIndexOf('/'));
  }
  return null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
