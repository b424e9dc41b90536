/** Tells one visitor of this phone from the next: made once, forgotten with every sign-out. */
import { PRIVATE_PREFIX } from '@/auth/forget';

const KEY = `${PRIVATE_PREFIX}visitor`;

export function presentVisitor(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}

/** Null where storage is closed to us. */
export function visitorHere(): string | null {
  const known = presentVisitor();
  if (known) return known;
  try {
    const fresh = crypto.randomUUID();
    localStorage.setItem(KEY, fresh);
    return fresh;
  } catch {
    return null;
  }
}
