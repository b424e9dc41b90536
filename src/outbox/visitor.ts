/** Tells one visitor of this phone from the next: made once, forgotten with every sign-out. */
import { PRIVATE_PREFIX } from '@/auth/forget';
import { readText, writeText } from '@/lib/stored';

const KEY = `${PRIVATE_PREFIX}visitor`;

export const presentVisitor = (): string | null => readText(KEY);

/** Null where storage is closed to us. */
export function visitorHere(): string | null {
  const known = presentVisitor();
  if (known) return known;
  const fresh = crypto.randomUUID();
  return writeText(KEY, fresh) ? fresh : null;
}
