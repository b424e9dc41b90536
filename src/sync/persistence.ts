/** Asks the browser for persistent storage: once, after there is something worth keeping. */
import { told } from '@/lib/browser/navigator';
import { syncStatus } from './status';

let asking: Promise<void> | null = null;

/** Asks for persistent storage at most once per page; the answer goes to the status. */
export function askForPersistence(): Promise<void> {
  asking ??= ask();
  return asking;
}

async function ask(): Promise<void> {
  try {
    const storage = told('storage');
    const persisted = (await storage?.persisted?.()) || (await storage?.persist?.());
    syncStatus.setState({ persisted: persisted === true });
  } catch {
    syncStatus.setState({ persisted: false });
  }
}

interface ChromiumPerformance {
  memory?: { jsHeapSizeLimit: number };
}

/**
 * Whether this looks like a private window, whose storage is deleted when it closes. No browser tells: Firefox and
 * Safari refuse private windows a file system, Chromium gives them a quota that depends on memory instead of disk.
 */
export async function isEphemeral(): Promise<boolean> {
  const storage = told('storage');
  if (typeof storage?.estimate !== 'function') return false;
  try {
    await storage.getDirectory?.();
  } catch {
    return true;
  }
  const heap = (performance as ChromiumPerformance).memory?.jsHeapSizeLimit;
  const quota = heap ? (await storage.estimate().catch(() => undefined))?.quota : undefined;
  return heap !== undefined && quota !== undefined && quota < heap;
}
