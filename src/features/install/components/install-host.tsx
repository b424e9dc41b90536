import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useStore } from 'zustand';
import { installState } from '../state';

const Installer = lazy(() => import('./installer'));

/** Stands in every page, counts its screens, and loads what installing needs when it is shown. */
export function InstallHost() {
  const { pathname } = useLocation();
  const shown = useStore(installState, (state) => state.shown);

  const type = useNavigationType();
  const counted = useRef<string | null>(null);

  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    // Whoever is sent on has seen nothing yet.
    if (type !== 'REPLACE') installState.setState(({ screens }) => ({ screens: screens + 1 }));
  }, [pathname, type]);

  if (shown === 'nothing') return null;
  return (
    <Suspense fallback={null}>
      <Installer />
    </Suspense>
  );
}
