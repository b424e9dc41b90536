import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { InstallHost } from '@/features/install/components/install-host';
import { KnownPaths, RoutePatterns } from '@/ui/known-paths';
import { theme } from '@/ui/theme';
import { ToastHost } from '@/ui/toast-host';
import { LeavingQuestion } from './guards/leaving-question';
import { RouteGuard } from './guards/route-guard';
import { SessionWatch } from './guards/session-watch';
import { PageFallback } from './layouts/page-fallback';
import { PublicLayout } from './layouts/public-layout';
import { pageRoutes } from './lazy-pages';
import { FrameBoundary, PartBoundary, RouteBoundary } from './route-boundary';
import { RouteEffects } from './route-effects';
import { RouteHead } from './route-head';
import { NOT_FOUND, PAGES, PATTERNS } from './routes';
import { WorkerMessages } from './worker-messages';

const AccountLayout = lazy(() => import('./layouts/account-layout'));
const AdminLayout = lazy(() => import('./layouts/admin-layout'));

const LAYOUTS = [
  { name: 'public', Layout: PublicLayout },
  { name: 'account', Layout: FramedAccountLayout },
  { name: 'admin', Layout: GuardedAdminLayout },
] as const;

function FramedAccountLayout() {
  return (
    <FrameBoundary>
      <AccountLayout />
    </FrameBoundary>
  );
}

/** Behind the guard itself: whoever is turned away has not loaded the frame either. */
function GuardedAdminLayout() {
  return (
    <FrameBoundary>
      <RouteGuard route={NOT_FOUND}>
        <AdminLayout />
      </RouteGuard>
    </FrameBoundary>
  );
}

export type RouterComponent = ComponentType<{ children: ReactNode }>;

/** The whole product: providers, the route table, one error boundary per route. */
export function App({ router: Router }: { router: RouterComponent }) {
  return (
    <MantineProvider theme={theme} forceColorScheme="light">
      <KnownPaths value={PAGES}>
        <RoutePatterns value={PATTERNS}>
          <Router>
            <RouteEffects />
            <Routes>
              {LAYOUTS.map(({ name, Layout }) => (
                <Route
                  key={name}
                  element={
                    <Suspense fallback={<PageFallback />}>
                      <Layout />
                    </Suspense>
                  }
                >
                  {pageRoutes
                    .filter(({ route }) => route.layout === name)
                    .map(({ route, Page }) => (
                      <Route
                        key={route.path}
                        path={route.path}
                        element={
                          <RouteBoundary>
                            <RouteHead route={route} />
                            <RouteGuard route={route}>
                              <Suspense fallback={<PageFallback />}>
                                <Page />
                              </Suspense>
                            </RouteGuard>
                          </RouteBoundary>
                        }
                      />
                    ))}
                </Route>
              ))}
            </Routes>
            <PartBoundary>
              <SessionWatch />
            </PartBoundary>
            <WorkerMessages />
            <LeavingQuestion />
            <PartBoundary>
              <InstallHost />
            </PartBoundary>
            <ToastHost />
          </Router>
        </RoutePatterns>
      </KnownPaths>
    </MantineProvider>
  );
}
