import { lazy, Suspense } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from '@/ui/logo';
import { PAGES } from '../routes';
import { type Audience, HOME_OF, visibleEntries } from './entries';
import classes from './header.module.css';
import { SignOutButton } from './sign-out-button';

/** Counts what is unread, which only people with an account need. */
const Bell = lazy(() => import('@/features/account/components/bell'));

/** Logo and, from 768 px on, the whole navigation; on phones only what the bottom bar has no room for. */
export function Header({ audience }: { audience: Audience }) {
  const all = visibleEntries(audience, PAGES);
  const entries = all.filter(({ phone }) => phone !== 'bell');
  const bell = all.find(({ phone }) => phone === 'bell');
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to={HOME_OF[audience]} className={classes.logo} aria-label="Danceflix, início">
          <Logo />
        </Link>
        {all.length > 0 ? (
          <nav aria-label="Principal" className={classes.nav}>
            {entries.map(({ path, label, phone }) => (
              <NavLink
                key={path}
                to={path}
                className={classes.entry ?? ''}
                data-phone={phone}
                data-path={path}
              >
                {label}
              </NavLink>
            ))}
            {bell ? (
              <span className={classes.bell} data-phone="header">
                <Suspense fallback={null}>
                  <Bell to={bell.path} />
                </Suspense>
              </span>
            ) : null}
          </nav>
        ) : null}
        {audience === 'visitor' ? null : <SignOutButton />}
      </div>
    </header>
  );
}
