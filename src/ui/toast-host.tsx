import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { logger } from '@/lib/logger';
import { toasterFailed, toasterWanted } from './toast';

/** Kept, so that a host that is mounted again renders it at once. */
let loaded: ComponentType | null = null;

/** Mounted in the app once; loads nothing until the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, () => false);
  const [Toaster, setToaster] = useState(() => loaded);

  // Not React.lazy: a toast that cannot be loaded, such as the one about a lost network, must not break the page with
  // its typed text.
  useEffect(() => {
    if (!wanted || Toaster) return;
    import('./toaster').then(
      (module) => {
        loaded = module.default;
        setToaster(() => loaded);
      },
      (error: unknown) => {
        logger.warn('The toasts could not be loaded', error);
        toasterFailed();
      },
    );
  }, [wanted, Toaster]);

  return wanted && Toaster ? <Toaster /> : null;
}
