import { Link, NavLink } from 'react-router-dom';
import { Logo } from '@/ui/logo';
import { PAGES } from '../routes';
import { type Audience, HOME_OF, visibleEntries } from './entries';
import classes from './header.module.css';

/** Logo and, from 768 px on, the whole navigation; on phones only what the bottom bar has no room for. */
export function Header({ audience }: { audience: Audience }) {
  const entries = visibleEntries(audience, PAGES);
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to={HOME_OF[audience]} className={classes.logo} aria-label="Danceflix, início">
          <Logo />
        </Link>
        {entries.length > 0 ? (
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
          </nav>
        ) : null}
      </div>
    </header>
  );
}
