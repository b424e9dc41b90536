/**
 * A visitor's tap on a heart: kept while they sign in or up, done once they have. Not among what belongs to a person,
 * which a finished registration clears away.
 */

import { logger } from '@/lib/logger';
import { fieldsOf } from '@/lib/stored';

const KEY = 'danceflix_favourite_wish';
/** Milliseconds. Longer than confirming an address takes, shorter than until somebody else has this phone. */
const HOLDS = 60 * 60_000;

export interface KeptWish {
  teacherId: string;
  name: string;
}

export function keepWish(wish: KeptWish, now: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...wish, at: now }));
  } catch (error) {
    logger.info('The tap is not kept', error);
  }
}

/** The kept one, once. */
export function takeWish(now: number): KeptWish | null {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return null;
    localStorage.removeItem(KEY);
    const { teacherId, name, at } = fieldsOf(JSON.parse(text));
    const holds = typeof at === 'number' && Math.abs(now - at) < HOLDS;
    return holds && typeof teacherId === 'string' && typeof name === 'string' ? { teacherId, name } : null;
  } catch (error) {
    logger.info('A kept tap cannot be read', error);
    return null;
  }
}
