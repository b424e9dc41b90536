/**
 * The last answers of the server, for when it cannot be reached: private, so under the prefix that signing out and a
 * session's end forget (auth/forget.ts). Disposable; the newest stay when there is no room.
 */

import { PRIVATE_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { fieldsOf, isMoment } from '@/lib/stored';

const PREFIX = `${PRIVATE_PREFIX}admin_`;
const ANSWERS = 40;
/** Characters of all of them: a fifth of what browsers let a site keep here. */
const CHARACTERS = 500_000;

export interface Kept {
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

export function readKept(key: string): Kept | null {
  const userId = presentIdentity()?.userId;
  return userId ? parse(storedUnder(nameOf(userId, key))) : null;
}

export function keep(key: string, value: unknown): void {
  const userId = presentIdentity()?.userId;
  if (!userId) return;
  const text = JSON.stringify({ value, at: Date.now() } satisfies Kept);
  if (text.length > CHARACTERS) return;
  try {
    localStorage.setItem(nameOf(userId, key), text);
    dropOldest();
  } catch (error) {
    logger.info('Answer not kept', error);
  }
}

const nameOf = (userId: string, key: string) => `${PREFIX}${userId}_${key}`;

function names(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function storedUnder(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function dropOldest(): void {
  const all = names()
    .map((name) => ({ name, text: localStorage.getItem(name) ?? '' }))
    .map(({ name, text }) => ({ name, size: text.length, at: parse(text)?.at ?? 0 }))
    .sort((a, b) => b.at - a.at);
  let room = CHARACTERS;
  all.forEach(({ name, size }, place) => {
    room -= size;
    if (place >= ANSWERS || room < 0) localStorage.removeItem(name);
  });
}

function parse(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const { value, at } = fieldsOf(JSON.parse(text));
    return isMoment(at) && value !== undefined ? { value, at } : null;
  } catch {
    return null;
  }
}
