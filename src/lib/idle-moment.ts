/** Calls `begin` in the page's next idle moment, at the latest after `timeout` ms. Returns what takes that back. */
export function whenIdle(begin: () => void, timeout: number, fallback: number): () => void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(begin, { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(begin, fallback);
  return () => clearTimeout(timer);
}

/** The page's next idle moment, at the latest in a second. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, 1_000, 50);
  });
}
