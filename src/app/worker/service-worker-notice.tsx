import { useEffect } from 'react';
import { useNotice } from '@/app/notice';
import { useTyping } from '@/ui/use-typing';
import classes from './service-worker-notice.module.css';

const SHOWN_FOR_MS = 5_000;

/** The single notice of the service worker, as a bar above the bottom navigation. */
export function ServiceWorkerNotice() {
  const waiting = useNotice((store) => store.notice);
  const dismiss = useNotice((store) => store.dismiss);
  const isTyping = useTyping() !== null;
  // Shown when the keyboard is closed: above it there is only room over the field.
  const notice = isTyping ? null : waiting;

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(dismiss, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [notice, dismiss]);

  // The status region stays in the page: screen readers announce only changes of a region that already existed.
  return (
    <div role="status" className={classes.region}>
      {notice && (
        <div className={classes.bar}>
          <span>{notice.text}</span>
          <button type="button" className={classes.close} onClick={dismiss} aria-label="Fechar aviso">
            <svg viewBox="0 0 16 16" width="1rem" height="1rem" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </button>
        </div>
      )}
    </div>
  );
}
