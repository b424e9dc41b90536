/** The effect of one collection's failed pull on the others. */
import { RestFailure } from '@/lib/rest';

/**
 * 'aborted': no longer wanted. 'full': nothing can be stored now. 'network', 'token': the other collections would fail
 * too. 'own': only this collection failed, the others continue. Throws errors of a broken storage.
 */
export type PullFault = 'aborted' | 'full' | 'network' | 'token' | 'own';

export function pullFault(error: unknown): PullFault {
  if (!(error instanceof RestFailure)) {
    if (storageFault(error) === 'full') return 'full';
    throw error;
  }
  if (error.kind === 'aborted' || error.kind === 'network') return error.kind;
  return error.status === 401 ? 'token' : 'own';
}

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
