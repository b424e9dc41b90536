import { useLayoutEffect, useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { Link } from '@/ui/link';
import { Logo } from '@/ui/logo';
import classes from './account-layout.module.css';
import { ConnectionBanner } from './connection-banner';
import { SkipLink } from './skip-link';
import { StorageNotice } from './storage-notice';

/** One task in the middle: logo above, the fine print below, no navigation (specification 000 §2). */
export default function AccountLayout() {
  const main = useRef<HTMLElement>(null);

  // This layout has no bar to measure, but the stylesheet leaves room for one.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--bar-height', '0px');
  }, []);

  return (
    <div className={classes.layout}>
      <SkipLink main={main} />
      <ConnectionBanner />
      <header className={classes.header}>
        <Link to="/" className={classes.logo} aria-label="Danceflix, início">
          <Logo />
        </Link>
      </header>
      <StorageNotice />
      <main ref={main} id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <Link to="/search">Encontrar Professor</Link>
        <Link to="/terms-of-use">Termos de uso</Link>
        <Link to="/privacy-policy">Política de privacidade</Link>
      </footer>
    </div>
  );
}
