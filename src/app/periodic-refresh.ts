import { told } from '@/lib/browser/navigator';
import { lowData } from '@/lib/low-data';
import { REFRESH_TAG } from '@/lib/worker-names';

const DAY = 24 * 60 * 60_000;

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

/**
 * Asks the browser to wake the worker about once a day (sw/periodic-refresh.ts). Supported by Chromium only, for an
 * installed app; never while the person saves data.
 */
export async function refreshPeriodically(registration: ServiceWorkerRegistration): Promise<void> {
  const { periodicSync } = registration as { periodicSync?: PeriodicSync };
  if (!periodicSync) return;
  try {
    const name = 'periodic-background-sync' as PermissionName;
    const permission = await told('permissions')?.query({ name });
    if (permission?.state !== 'granted') return;
    if (lowData.getState().low) await periodicSync.unregister(REFRESH_TAG);
    else await periodicSync.register(REFRESH_TAG, { minInterval: DAY });
  } catch (error) {
    console.info('The periodic refresh was not registered', error);
  }
}
