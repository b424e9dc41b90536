import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useStore } from 'zustand';
import { installState } from '../state';

const Installer = lazy(() => import('./installer'));

/** Mounted on every page: counts screens, and loads the install dialogs when they are shown. */
export function InstallHost() {
  const { pathname } = useLocation();
  const shown = useStore(installState, (state) => state.shown);

  const type = useNavigationType();
  const counted = useRef<string | null>(null);

  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    // A redirect shows no screen of its own.
    if (type !== 'REPLACE') installState.setState(({ screens }) => ({ screens: screens + 1 }));
  }, [pathname, type]);

  if (shown === 'nothing') return null;
  return (
    <Suspense fallback={null}>
      <Installer />
    </Suspense>
  );
}
