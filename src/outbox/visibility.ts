/** Who may see what of the unsent writes on a phone that several people use. Pure. */
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
