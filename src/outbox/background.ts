import { serviceWorkers } from '@/lib/browser/navigator';
import { OUTBOX_NAME } from './command';

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker once there is a network. Only Chromium supports it; other browsers send from open
 * pages.
 */
export async function wakeWorkerLater(): Promise<void> {
  try {
    const registration = await serviceWorkers()?.getRegistration();
    await (registration as SyncRegistration | undefined)?.sync?.register(OUTBOX_NAME);
  } catch {
    // Permission denied, or no worker yet: open pages send instead.
    return;
  }
}
