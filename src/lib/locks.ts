/**
 * Runs `work` while holding the named Web Lock, waiting for it as long as `signal` is not aborted.
 * Without Web Locks it just runs: one tab then works as it should, two repeat each other's harmless work.
 * Resolves to undefined when aborted before the lock was given.
 */
export async function withLock<T>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const locks = globalThis.navigator?.locks as LockManager | undefined;
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
