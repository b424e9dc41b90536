/** Tells a full disk from a storage that is broken, blocked or deleted. */
export type StorageFault = 'full' | 'broken';

interface Nested {
  name?: unknown;
  message?: unknown;
  inner?: unknown;
  cause?: unknown;
}

export function storageFault(error: unknown): StorageFault {
  // Dexie wraps the browser's error, sometimes twice, and names it in its own message.
  for (let current = error as Nested | undefined, depth = 0; current && depth < 5; depth++) {
    if (current.name === 'QuotaExceededError' || String(current.message).includes('QuotaExceeded'))
      return 'full';
    current = (current.inner ?? current.cause) as Nested | undefined;
  }
  return 'broken';
}
