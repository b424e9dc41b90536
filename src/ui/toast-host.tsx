import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast';

const Toaster = lazy(() => import('./toaster'));

/** Stands in the app once; costs nothing until the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, () => false);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
