/** Who may see what of the unsent writes on a phone that several people use. */
import { PRIVATE_PREFIX } from '@/auth/forget';
import type { StoredCommand } from './command';

export interface Viewer {
  /** Null for a visitor. */
  userId: string | null;
  /** Made anew whenever somebody has signed out here; null where storage is closed to us. */
  visitor: string | null;
}

/** 'veiled': its kind and time only. */
export type Sight = 'whole' | 'veiled' | 'hidden';

const OF_THE_PHONE: readonly string[] = ['push.release'];

/** Whether the phone sends it for itself: nobody wrote it. */
export const isOfThePhone = ({ kind }: StoredCommand): boolean => OF_THE_PHONE.includes(kind);

export function sightOf(command: StoredCommand, { userId, visitor }: Viewer): Sight {
  if (isOfThePhone(command)) return 'hidden';
  if (command.userId !== null) return command.userId === userId ? 'whole' : 'hidden';
  return userId === null && command.visitor === visitor ? 'whole' : 'veiled';
}

/** Tells one visitor of this phone from the next: made once, forgotten with every sign-out. */
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
