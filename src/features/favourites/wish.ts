/**
 * A visitor's tap on a heart: kept while they sign in or up, done once they have. Not among what belongs to a person,
 * which a finished registration clears away.
 */

import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';

const KEY = 'danceflix_favourite_wish';
/** Milliseconds. Longer than confirming an address takes, shorter than until somebody else has this phone. */
const HOLDS = 60 * 60_000;

export interface KeptWish {
  teacherId: string;
  name: string;
}

const kept = stored<KeptWish & { at: number }>(KEY, (value) => {
  const { teacherId, name, at } = fieldsOf(value);
  return isText(teacherId) && isText(name) && isNumber(at) ? { teacherId, name, at } : null;
});

export function keepWish(wish: KeptWish, now: number): void {
  kept.write({ ...wish, at: now });
}

/** The kept one, once. */
export function takeWish(now: number): KeptWish | null {
  const wish = kept.read();
  kept.write(null);
  if (!wish || Math.abs(now - wish.at) >= HOLDS) return null;
  return { teacherId: wish.teacherId, name: wish.name };
}
