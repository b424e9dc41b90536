/**
 * The route table in the router's format, by the first part of the address: the router sorts all its routes at every
 * navigation, and a hundred of them are a long task on a slow phone.
 */
import { type ComponentType, lazy, Suspense } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { canonicalPath } from '@/lib/canonical-path';
import { DataNavigate } from '@/ui/link';
import { PageHead } from '@/ui/page-head';
import { RouteGuard } from '../guards/route-guard';
import { PageFallback } from '../layouts/page-fallback';
import { PublicLayout } from '../layouts/public-layout';
import { NOT_FOUND } from '../routes';
import { type LayoutName, layoutOf, type RouteRow } from '../routes/row';
import { type PageRoute, pageRoutes } from './lazy-pages';
import { FrameBoundary, RouteBoundary } from './route-boundary';
import { sectionOf } from './route-of';

const AccountLayout = lazy(() => import('../layouts/account-layout'));
const AdminLayout = lazy(() => import('../layouts/admin-layout'));

const LAYOUTS = [
  frame('public', PublicLayout),
  frame('account', FramedAccountLayout),
  frame('admin', GuardedAdminLayout),
];

function FramedAccountLayout() {
  return (
    <FrameBoundary>
      <AccountLayout />
    </FrameBoundary>
  );
}

/** Inside the guard, so that people who are turned away do not load the frame. */
function GuardedAdminLayout() {
  return (
    <FrameBoundary>
      <RouteGuard route={NOT_FOUND}>
        <AdminLayout />
      </RouteGuard>
    </FrameBoundary>
  );
}

function frame(name: LayoutName, Layout: ComponentType) {
  const element = (
    <Suspense fallback={<PageFallback />}>
      <Layout />
    </Suspense>
  );
  return { name, element };
}

function pageObject({ route, Page }: PageRoute): RouteObject {
  return {
    path: route.path,
    element: (
      <RouteBoundary>
        <RouteHead route={route} />
        <RouteGuard route={route}>
          <Suspense fallback={<PageFallback />}>
            <Page />
          </Suspense>
        </RouteGuard>
      </RouteBoundary>
    ),
  };
}

const sections = new Map<string, RouteObject[]>();

function routesOf(section: string): RouteObject[] {
  const known = sections.get(section);
  if (known) return known;
  const routes = pageRoutes.filter(({ route }) => route === NOT_FOUND || sectionOf(route.path) === section);
  const made = LAYOUTS.map(({ name, element }) => ({
    element,
    children: routes.filter(({ route }) => layoutOf(route) === name).map(pageObject),
  }));
  sections.set(section, made);
  return made;
}

/** The page of the address, in its layout. An address has one spelling; every other one redirects to it. */
export function RouteTree() {
  const { pathname, search, hash } = useLocation();
  const path = canonicalPath(pathname);
  if (path !== pathname) return <DataNavigate to={{ pathname: path, search, hash }} replace />;
  return <RouteAt pathname={pathname} />;
}

function RouteAt({ pathname }: { pathname: string }) {
  return useRoutes(routesOf(sectionOf(pathname)));
}

/** The head of a route, from the table. Pages that render their own head have no title there. */
export function RouteHead({ route }: { route: RouteRow }) {
  const { path, title, description, indexed, area } = route;
  if (title === null) return null;
  const known = route !== NOT_FOUND && area === undefined && indexed !== false;
  return <PageHead title={title} description={description} path={known ? path : null} indexed={known} />;
}
