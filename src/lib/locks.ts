import { webLocks } from './browser/navigator';

/**
 * Runs `work` while holding the named Web Lock, and waits for it until `signal` aborts. Without Web Locks it just runs:
 * a single tab then works correctly, two tabs repeat each other's harmless work. Resolves to undefined when aborted
 * before the lock was granted.
 */
export async function withLock<T>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const locks = webLocks();
  if (!locks) return work();
  let started = false;
  try {
    return await locks.request(name, { signal }, () => {
      started = true;
      return work();
    });
  } catch (error) {
    if (started || !signal.aborted) throw error;
    return undefined;
  }
}
