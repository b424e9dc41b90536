import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { logger } from '@/lib/logger';
import { toasterFailed, toasterWanted } from './toast';

/** Once loaded, there at once wherever the host is drawn again. */
let loaded: ComponentType | null = null;

/** Stands in the app once; costs nothing until the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, () => false);
  const [Toaster, setToaster] = useState(() => loaded);

  // Not React.lazy: a notice that cannot be loaded, such as the one that the network is gone, must not take the page
  // and what was typed into it along.
  useEffect(() => {
    if (!wanted || Toaster) return;
    import('./toaster').then(
      (module) => {
        loaded = module.default;
        setToaster(() => loaded);
      },
      (error: unknown) => {
        logger.warn('No notices', error);
        toasterFailed();
      },
    );
  }, [wanted, Toaster]);

  return wanted && Toaster ? <Toaster /> : null;
}
