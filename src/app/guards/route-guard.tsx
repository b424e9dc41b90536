import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PageFallback } from '../layouts/page-fallback';
import { NOT_FOUND } from '../routes';
import type { RouteRow } from '../routes/row';
import { areaOf } from './areas';

/** Lazy, so that visitors of public pages do not load it. */
const Guard = lazy(() => import('./guard'));

/** The guard for a route's area. A missing page inside an area is behind the area's guard as well. */
export function RouteGuard({ route, children }: { route: RouteRow; children: ReactNode }) {
  const { pathname } = useLocation();
  const area = route === NOT_FOUND ? areaOf(pathname) : (route.area ?? null);
  if (area === null) return children;
  return (
    <Suspense fallback={<PageFallback />}>
      <Guard area={area} visitors={route.visitors === true}>
        {children}
      </Guard>
    </Suspense>
  );
}
