import type { Identity } from '@/auth/identity';
import { ROLE_LABELS } from '@/features/account/messages';
import { ADMIN_GROUPS } from '@/features/admin/places';
import { NavLink } from '@/ui/link';
import classes from './admin-sidebar.module.css';
import { SignOutButton } from './sign-out-button';

/** The administration's pages in three groups, and below them the signed-in administrator. */
export function AdminSidebar({ identity, onFollow }: { identity: Identity; onFollow?: () => void }) {
  return (
    <div className={classes.sidebar}>
      <nav aria-label="Administração" className={classes.groups}>
        {ADMIN_GROUPS.map(({ title, entries }) => (
          <section key={title} aria-labelledby={`admin-${title}`}>
            <h2 id={`admin-${title}`} className={classes.title}>
              {title}
            </h2>
            <ul>
              {entries.map(({ path, label, icon: Icon }) => (
                <li key={path}>
                  <NavLink
                    to={path}
                    end={path === '/admin'}
                    className={classes.entry ?? ''}
                    onClick={onFollow}
                  >
                    <Icon size={20} />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classes.foot}>
        <p>
          <strong>{identity.name}</strong>
          <span>{ROLE_LABELS.admin}</span>
        </p>
        <SignOutButton className={classes.leave ?? ''} />
      </div>
    </div>
  );
}
