import { StrictMode } from 'react';
import { App, type RouterComponent } from './app';
import { StartBoundary } from './start/start-boundary';
import { ServiceWorkerNotice } from './worker/service-worker-notice';

/** The tree in #root: the same in the browser and when pages are prerendered. */
export function Root({ router }: { router: RouterComponent }) {
  return (
    <StrictMode>
      <StartBoundary>
        <App router={router} />
        <ServiceWorkerNotice />
      </StartBoundary>
    </StrictMode>
  );
}
