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
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <ConnectionBanner />
      <Header audience={AUDIENCE} />
      <StorageNotice />
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <BottomBar audience={AUDIENCE} />
    </div>
  );
}
