import { useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import { BottomBar } from '../navigation/bottom-bar';
import type { Audience } from '../navigation/entries';
import { Header } from '../navigation/header';
import { routeOf } from '../router/route-of';
import { ConnectionBanner } from './connection-banner';
import { Footer } from './footer';
import classes from './public-layout.module.css';
import { SkipLink } from './skip-link';
import { StorageNotice } from './storage-notice';

export function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  const audience = useAudience();
  const isDocked = routeOf(useLocation().pathname).docked === true;
  return (
    <div className={classes.layout} data-docked={isDocked || undefined}>
      <SkipLink main={main} />
      <ConnectionBanner />
      <Header audience={audience} />
      <StorageNotice />
      <main ref={main} id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      {isDocked ? null : <BottomBar audience={audience} />}
    </div>
  );
}

/** The audience of the frame: at once, from the cached identity. An account without a profile counts as a visitor. */
export function useAudience(): Audience {
  const { identity } = useIdentity();
  return (identity?.state === 'active' ? identity.role : null) ?? 'visitor';
}
