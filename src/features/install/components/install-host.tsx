import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { installState } from '../state';

const Installer = lazy(() => import('./installer'));

/** Stands in every page, counts its screens, and loads what installing needs when it is shown. */
export function InstallHost() {
  const { pathname } = useLocation();
  const shown = useStore(installState, (state) => state.shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another screen.
  useEffect(() => installState.setState(({ screens }) => ({ screens: screens + 1 })), [pathname]);

  if (shown === 'nothing') return null;
  return (
    <Suspense fallback={null}>
      <Installer />
    </Suspense>
  );
}
