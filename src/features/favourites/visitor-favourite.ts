/**
 * The favourite that a visitor asked for: kept while they sign in or up, then stored. Its key lies outside the user's
 * private keys, which a finished registration deletes.
 */

import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';

const KEY = 'danceflix_favourite_wish';
/**
 * Milliseconds. Long enough for confirming an e-mail address, short enough that another user of this phone does not get
 * the favourite.
 */
const HOLDS = 60 * 60_000;

export interface VisitorFavourite {
  teacherId: string;
  name: string;
}

const kept = stored<VisitorFavourite & { at: number }>(KEY, (value) => {
  const { teacherId, name, at } = fieldsOf(value);
  return isText(teacherId) && isText(name) && isNumber(at) ? { teacherId, name, at } : null;
});

export function keepVisitorFavourite(favourite: VisitorFavourite, now: number): void {
  kept.write({ ...favourite, at: now });
}

/** Returns the kept favourite and deletes it. */
export function takeVisitorFavourite(now: number): VisitorFavourite | null {
  const favourite = kept.read();
  kept.write(null);
  if (!favourite || Math.abs(now - favourite.at) >= HOLDS) return null;
  return { teacherId: favourite.teacherId, name: favourite.name };
}
