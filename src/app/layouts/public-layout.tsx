import { useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { BottomBar } from '../navigation/bottom-bar';
import { Header } from '../navigation/header';
import { useAudience } from '../navigation/use-audience';
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
