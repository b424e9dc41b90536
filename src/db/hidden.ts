/**
 * People whom the person here does not want to see in lists. Kept beside the replica too, because lists are painted from a
 * stored record long before the person's own rows are read: nobody blocked appears for a moment.
 */
import { logger } from '@/lib/logger';

/** Forgotten with the sign-out, as everything that starts like this (auth/forget.ts). */
const KEY = 'danceflix_private_hidden_teachers';

export function keptHidden(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch (error) {
    logger.info('The list of hidden teachers cannot be read', error);
    return new Set();
  }
}

export function keepHidden(ids: ReadonlySet<string>): void {
  try {
    if (ids.size === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify([...ids]));
  } catch (error) {
    logger.info('The list of hidden teachers is not kept', error);
  }
}
