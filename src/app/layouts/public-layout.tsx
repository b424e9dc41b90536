import { useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { BottomBar } from '../navigation/bottom-bar';
import { Header } from '../navigation/header';
import { ConnectionBanner } from './connection-banner';
import { Footer } from './footer';
import classes from './public-layout.module.css';
import { StorageNotice } from './storage-notice';

/** The person in front of the screen. Accounts arrive with their own release; until then everyone visits. */
const AUDIENCE = 'visitor';

export function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  return (
    <div className={classes.layout}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, which is what links are for. */}
      <a
        className={classes.skip}
        href="#conteudo"
        onClick={(event) => {
          // A hash would be a history entry of its own, which the router takes for a navigation.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Pular para o conteúdo
      </a>
      <ConnectionBanner />
      <Header audience={AUDIENCE} />
      <StorageNotice />
      <main ref={main} id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <BottomBar audience={AUDIENCE} />
    </div>
  );
}
