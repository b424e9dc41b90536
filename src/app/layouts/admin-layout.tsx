import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useIdentity } from '@/auth/identity';
import Bell from '@/features/account/notifications/bell';
import { PendingLink } from '@/features/outbox/components/pending-link';
import { useSyncStatus } from '@/reads/sync-status';
import { Link } from '@/ui/link';
import { Logo } from '@/ui/logo';
import { CloseIcon, MenuIcon } from '@/ui/more-icons';
import { useModalDialog } from '@/ui/use-back-closes';
import { useLargeScreen } from '@/ui/use-large-screen';
import { useLowData } from '@/ui/use-low-data';
import { AdminSidebar } from '../navigation/admin-sidebar';
import { preloadAdministration } from '../router/lazy-pages';
import { firstResultsPainted } from '../start/after-paint';
import classes from './admin-layout.module.css';
import { ConnectionBanner } from './connection-banner';
import { useSidebar, useSidebarKey } from './sidebar-state';
import { SkipLink } from './skip-link';
import { StorageNotice } from './storage-notice';

/** The back-office: a sidebar that can be hidden, on phones a sheet; Ctrl+B or Cmd+B toggles both. */
export default function AdminLayout() {
  const main = useRef<HTMLElement>(null);
  const { identity } = useIdentity();
  const large = useLargeScreen();
  const [open, setOpen] = useSidebar();
  const [sheet, setSheet] = useState(false);
  const { pathname } = useLocation();
  const low = useLowData();
  const online = useSyncStatus(({ connection }) => connection === 'online');

  // This layout has no bar to measure, but the stylesheet leaves room for one.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--bar-height', '0px');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the sheet has done its work.
  useEffect(() => setSheet(false), [pathname, large]);

  useEffect(() => {
    if (low || !online) return undefined;
    const controller = new AbortController();
    void firstResultsPainted(document.body).then(() => preloadAdministration(controller.signal));
    return () => controller.abort();
  }, [low, online]);

  const toggle = useCallback(() => {
    if (large) setOpen(!open);
    else setSheet((now) => !now);
  }, [large, open, setOpen]);
  useSidebarKey(toggle);

  const shown = large ? open : sheet;
  return (
    <div className={classes.layout} data-open={(large && open) || undefined}>
      <SkipLink main={main} />
      <ConnectionBanner />
      <header className={classes.header}>
        <button
          type="button"
          className={classes.toggle}
          aria-label={shown ? 'Fechar menu' : 'Abrir menu'}
          aria-expanded={shown}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={toggle}
        >
          <MenuIcon />
        </button>
        <Link to="/admin" className={classes.logo} aria-label="Danceflix, início">
          <Logo />
        </Link>
        <span className={classes.corner}>
          <PendingLink />
          <Link to="/search" className={classes.site}>
            Ver o site
          </Link>
          <Bell to="/admin/notifications" />
        </span>
      </header>
      {large && open && identity ? (
        <aside className={classes.aside} aria-label="Menu da administração">
          <AdminSidebar identity={identity} />
        </aside>
      ) : null}
      {!large && sheet && identity ? (
        <Sheet onClose={() => setSheet(false)}>
          <AdminSidebar identity={identity} onFollow={() => setSheet(false)} />
        </Sheet>
      ) : null}
      <div className={classes.content}>
        <StorageNotice />
        <main ref={main} id="conteudo" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function Sheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shut = () => dialog.current?.close();
  useModalDialog(dialog, shut);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet closes it; the keyboard has Escape and the button.
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-label="Menu da administração"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) shut();
      }}
    >
      <div className={classes.inside}>
        <button type="button" className={classes.toggle} aria-label="Fechar menu" onClick={shut}>
          <CloseIcon />
        </button>
        {children}
      </div>
    </dialog>
  );
}
