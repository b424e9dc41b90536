import { useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { usePendingCount } from '@/outbox/pending';
import { useSyncStatus } from '@/sync/status';
import { CheckIcon } from '@/ui/icons/check-icon';
import { OfflineIcon } from '@/ui/icons/offline-icon';
import classes from './connection-banner.module.css';
import { useConnectionNotice } from './use-connection-notice';

const HEIGHT = '3.25rem';

/** Top centre. The page moves down by its height while it shows, so that it covers no control. */
export function ConnectionBanner() {
  const notice = useConnectionNotice(useSyncStatus((status) => status.connection));

  const pending = usePendingCount();

  useLayoutEffect(() => {
    // Without one the style sheet's own height stands: a property of the root has the whole page styled anew.
    if (!notice) return undefined;
    const { style } = document.documentElement;
    style.setProperty('--banner-height', HEIGHT);
    return () => {
      style.removeProperty('--banner-height');
    };
  }, [notice]);

  return (
    <div className={classes.strip} role="status" data-shown={notice !== null || undefined}>
      {notice ? (
        <div className={classes.banner} data-notice={notice}>
          {notice === 'offline' ? <OfflineIcon size={18} /> : <CheckIcon size={18} />}
          {notice === 'offline' ? 'Modo Offline' : 'Conectado'}
          {pending > 0 ? (
            <Link to="/envios" className={classes.pending} aria-label={`Envios pendentes: ${pending}`}>
              {pending} {pending === 1 ? 'envio' : 'envios'}
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
