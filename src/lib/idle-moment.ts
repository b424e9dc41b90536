/** Calls `begin` when the page is idle, after `timeout` ms at the latest. Returns a function that cancels it. */
export function whenIdle(begin: () => void, timeout: number, fallback: number): () => void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(begin, { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(begin, fallback);
  return () => clearTimeout(timer);
}

/** Resolves when the page is idle, after a second at the latest. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, 1_000, 50);
  });
}
