import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PageFallback } from '../layouts/page-fallback';
import type { AppRoute } from '../routes';
import { areaOf } from './areas';

/** Visitors of public pages do not carry it. */
const Guard = lazy(() => import('./guard'));

/** The guard that a route's address asks for. A missing page of an area is behind its guard as well. */
export function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { pathname } = useLocation();
  const area = areaOf(route.path === '*' ? pathname : route.path);
  if (area === null) return children;
  return (
    <Suspense fallback={<PageFallback />}>
      <Guard area={area}>{children}</Guard>
    </Suspense>
  );
}
