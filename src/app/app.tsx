import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@/ui/global.css';
import { MantineProvider } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { InstallHost } from '@/features/install/components/install-host';
import { RoutePatterns } from '@/ui/route-patterns';
import { theme } from '@/ui/theme';
import { ToastHost } from '@/ui/toast-host';
import { LeavingQuestion } from './guards/leaving-question';
import { SessionWatch } from './guards/session-watch';
import { PartBoundary } from './router/route-boundary';
import { RouteEffects } from './router/route-effects';
import { RouteTree } from './router/route-tree';
import { PATTERNS } from './routes';
import { WorkerMessages } from './worker/worker-messages';

export type RouterComponent = ComponentType<{ children: ReactNode }>;

/** public/boot.js and src/lib/colour-theme.ts set the theme's attribute: Mantine would set its own after the first paint. */
const noRoot = () => undefined;

/** The whole app: providers, the route table, one error boundary per route. */
export function App({ router: Router }: { router: RouterComponent }) {
  return (
    <MantineProvider theme={theme} getRootElement={noRoot}>
      <RoutePatterns value={PATTERNS}>
        <Router>
          <RouteEffects />
          <RouteTree />
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
    </MantineProvider>
  );
}
