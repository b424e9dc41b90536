import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { AppRoute } from '../routes';
import { areaOf } from './areas';
import { Guard } from './guard';

/** The guard that a route's address asks for. A missing page of an area is behind its guard as well. */
export function RouteGuard({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { pathname } = useLocation();
  const area = areaOf(route.path === '*' ? pathname : route.path);
  return area === null ? children : <Guard area={area}>{children}</Guard>;
}
