import { lazy, Suspense } from 'react';
import { PendingLink } from '@/features/outbox/components/pending-link';
import { Link, NavLink } from '@/ui/link';
import { Logo } from '@/ui/logo';
import { PartBoundary } from '../router/route-boundary';
import { type Audience, entriesOf, HOME_OF } from './entries';
import classes from './header.module.css';

/** Lazy, because only people with an account need it. */
const OwnCorner = lazy(() => import('./own-corner'));

/** Logo and, from 768 px on, the whole navigation; on phones only the entries that the bottom bar has no room for. */
export function Header({ audience }: { audience: Audience }) {
  const all = entriesOf(audience);
  const entries = all.filter(({ phone }) => phone !== 'bell');
  const bell = all.find(({ phone }) => phone === 'bell');
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to={HOME_OF[audience]} className={classes.logo} aria-label="Danceflix, início">
          <Logo />
        </Link>
        {all.length > 0 || audience !== 'visitor' ? (
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
            <PendingLink />
            {audience === 'visitor' ? null : (
              <span className={classes.corner} data-phone="header">
                <PartBoundary>
                  <Suspense fallback={null}>
                    <OwnCorner inbox={bell?.path ?? null} />
                  </Suspense>
                </PartBoundary>
              </span>
            )}
          </nav>
        ) : null}
      </div>
    </header>
  );
}
