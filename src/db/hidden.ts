/**
 * People whom the person here does not want to see in lists. Kept beside the replica too, because lists are painted from a
 * stored record long before the person's own rows are read: nobody blocked appears for a moment.
 */

import { logger } from '@/lib/logger';
import { readStored, textsOf } from '@/lib/stored';

/** Forgotten with the sign-out, as everything that starts like this (auth/forget.ts). */
const KEY = 'danceflix_private_hidden_teachers';

export function keptHidden(): ReadonlySet<string> {
  return new Set(readStored('localStorage', KEY, textsOf) ?? []);
}

export function keepHidden(ids: ReadonlySet<string>): void {
  try {
    if (ids.size === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([...ids]));
  } catch (error) {
    logger.info('The list of hidden teachers is not kept', error);
  }
}
