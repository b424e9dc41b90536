import type { Href } from '@/lib/paths';
import { BellIcon } from '@/ui/icons';
import { NavLink } from '@/ui/link';
import { useUnreadCount } from '../queries';
import classes from './bell.module.css';

const MOST = 99;

/** Links to the inbox and shows the number of unread notifications. */
export default function Bell({ to }: { to: Href }) {
  const unread = useUnreadCount();
  const label = unread === 0 ? 'Notificações' : `Notificações, ${unread} não lida${unread === 1 ? '' : 's'}`;
  return (
    <NavLink to={to} className={classes.bell ?? ''} aria-label={label}>
      <BellIcon />
      {unread > 0 ? <span className={classes.count}>{unread > MOST ? `${MOST}+` : unread}</span> : null}
    </NavLink>
  );
}
