/** Who may see what of the unsent writes on a phone that several people use. */
import { PRIVATE_PREFIX } from '@/auth/forget';
import { readText, writeText } from '@/lib/stored';
import type { RawCommand } from './command';
import type { KINDS, KindName } from './commands/kinds';

export interface Viewer {
  /** Null for a visitor. */
  userId: string | null;
  /** Made anew with every sign-out; null where storage is closed to us. */
  visitor: string | null;
}

/** 'veiled': its kind and time only. */
export type Sight = 'whole' | 'veiled' | 'hidden';

/**
 * The kinds that say `ofThePhone`, held to that by the compiler: the first screen asks, and carries no kinds for it.
 */
type OfThePhone = {
  [K in KindName]: (typeof KINDS)[K] extends { ofThePhone: true } ? K : never;
}[KindName];
const OF_THE_PHONE: Readonly<Record<OfThePhone, true>> = { 'push.release': true };

/** Whether the phone sends it for itself. */
export const isOfThePhone = ({ kind }: RawCommand): boolean => Object.hasOwn(OF_THE_PHONE, kind);

export function sightOf(command: RawCommand, { userId, visitor }: Viewer): Sight {
  if (isOfThePhone(command)) return 'hidden';
  if (command.userId !== null) return command.userId === userId ? 'whole' : 'hidden';
  return userId === null && command.visitor === visitor ? 'whole' : 'veiled';
}

/** Tells one visitor of this phone from the next: made once, forgotten with every sign-out. */
const KEY = `${PRIVATE_PREFIX}visitor`;

export const presentVisitor = (): string | null => readText(KEY);

/** Null where storage is closed to us. */
export function visitorHere(): string | null {
  const known = presentVisitor();
  if (known) return known;
  const fresh = crypto.randomUUID();
  return writeText(KEY, fresh) ? fresh : null;
}
