/** Ways to do long work without blocking the main thread. */

interface YieldingScheduler {
  yield?: () => Promise<void>;
}

/** Lets pending input and painting run first. Unlike `setTimeout` it is not clamped to 4 ms. */
export function yieldToMain(): Promise<void> {
  const scheduler = (globalThis as { scheduler?: YieldingScheduler }).scheduler;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** Returns a function to call between small steps: it yields once `budget` milliseconds of work have passed. */
export function pacer(budget = 8): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < budget) return undefined;
    return yieldToMain().then(() => {
      since = performance.now();
    });
  };
}

/** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
