import { usePendingCount } from '@/outbox/pending';
import { useSyncStatus } from '@/reads/sync-status';
import { OutboxIcon } from '@/ui/icons';
import { NavLink } from '@/ui/link';
import classes from './outbox.module.css';

const MOST = 99;

/** Link in the header, shown while there are unsent writes. Without a connection the banner has this link. */
export function PendingLink() {
  const count = usePendingCount();
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  if (count === 0 || offline) return null;
  return (
    <NavLink
      to="/envios"
      className={classes.link ?? ''}
      aria-label={`Envios pendentes: ${count}`}
      data-phone="header"
    >
      <OutboxIcon />
      <span className={classes.count}>{count > MOST ? `${MOST}+` : count}</span>
    </NavLink>
  );
}
