import { useLayoutEffect, useRef } from 'react';
import { usePendingCount } from '@/outbox/pending';
import { useSyncStatus } from '@/reads/sync-status';
import { CheckIcon, OfflineIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import classes from './connection-banner.module.css';
import { useConnectionNotice } from './use-connection-notice';

const HEIGHT = '3.25rem';

/**
 * Top centre. It has room of its own above the page, so that it covers no control; text further down stays in place,
 * however often the connection changes.
 */
export function ConnectionBanner() {
  const notice = useConnectionNotice(useSyncStatus((status) => status.connection));

  const isShown = notice !== null;
  const pending = usePendingCount();
  const room = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // Hidden: keep the style sheet's own height, since setting a property of the root restyles the whole page.
    if (!isShown) return undefined;
    const { style } = document.documentElement;
    style.setProperty('--banner-height', HEIGHT);
    const added = staysInPlace() ? 0 : (room.current?.offsetHeight ?? 0);
    scrollOn(added);
    return () => {
      style.removeProperty('--banner-height');
      scrollOn(-added);
    };
  }, [isShown]);

  return (
    <>
      <div ref={room} className={classes.room} />
      <div className={classes.strip} role="status" data-shown={isShown || undefined}>
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
    </>
  );
}

/** Whether the browser compensates for content inserted above the visible part; Safari does not. */
const staysInPlace = () => globalThis.CSS?.supports('overflow-anchor', 'auto') ?? false;

function scrollOn(pixels: number): void {
  if (pixels !== 0 && window.scrollY > 0) window.scrollBy({ top: pixels, behavior: 'instant' });
}
