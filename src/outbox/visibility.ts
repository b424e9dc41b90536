/** Decides which unsent writes each user of a shared phone may see. */
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { freshToken } from '@/lib/browser/token';
import { readText, writeText } from '@/lib/stored';
import type { RawCommand } from './command';
import type { KINDS, KindName } from './commands/kinds';

export interface Viewer {
  /** Null for a visitor. */
  userId: string | null;
  /** Changes with every sign-out; null where the browser blocks storage. */
  visitor: string | null;
}

/** 'veiled': its kind and time only. */
export type Sight = 'whole' | 'veiled' | 'hidden';

/**
 * The kinds with `ofThePhone`, checked by the compiler: the first screen needs this list and does not load the kinds
 * for it.
 */
type OfThePhone = {
  [K in KindName]: (typeof KINDS)[K] extends { ofThePhone: true } ? K : never;
}[KindName];
const OF_THE_PHONE: Readonly<Record<OfThePhone, true>> = { 'push.release': true };

/** Whether the phone sends the command without the person's doing. */
export const isOfThePhone = ({ kind }: RawCommand): boolean => Object.hasOwn(OF_THE_PHONE, kind);

export function sightOf(command: RawCommand, { userId, visitor }: Viewer): Sight {
  if (isOfThePhone(command)) return 'hidden';
  if (command.userId !== null) return command.userId === userId ? 'whole' : 'hidden';
  return userId === null && command.visitor === visitor ? 'whole' : 'veiled';
}

/** Tells one visitor of this phone from the next: created once, deleted at every sign-out. */
const KEY = `${PRIVATE_PREFIX}visitor`;

export const presentVisitor = (): string | null => readText(KEY);

/** Null where the browser blocks storage. */
export function visitorHere(): string | null {
  const known = presentVisitor();
  if (known) return known;
  const fresh = freshToken();
  return writeText(KEY, fresh) ? fresh : null;
}
