/**
 * Keeps the latest answers of the server for use offline. They are private: a sign-out or an ended session deletes them
 * by their prefix (auth/forget.ts). The oldest are dropped when there is no room.
 */

import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isMoment, readText, stored, storedKeys, writeText } from '@/lib/stored';

const PREFIX = `${PRIVATE_PREFIX}admin_`;
const ANSWERS = 40;
/** Limit in characters for all answers together: a fifth of a browser's quota for small values. */
const CHARACTERS = 500_000;

export interface Kept {
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

export function readKept(key: string): Kept | null {
  const userId = presentIdentity()?.userId;
  return userId ? answerUnder(nameOf(userId, key)).read() : null;
}

export function keep(key: string, value: unknown): void {
  const userId = presentIdentity()?.userId;
  if (!userId) return;
  const answer = { value, at: Date.now() };
  if (JSON.stringify(answer).length > CHARACTERS) return;
  if (answerUnder(nameOf(userId, key)).write(answer)) dropOldest();
}

const nameOf = (userId: string, key: string) => `${PREFIX}${userId}_${key}`;

const answerUnder = (name: string) =>
  stored<Kept>(name, (kept) => {
    const { value, at } = fieldsOf(kept);
    return isMoment(at) && value !== undefined ? { value, at } : null;
  });

function dropOldest(): void {
  const all = storedKeys(PREFIX)
    .map((name) => ({
      name,
      size: readText(name)?.length ?? 0,
      at: answerUnder(name).read()?.at ?? 0,
    }))
    .sort((a, b) => b.at - a.at);
  let room = CHARACTERS;
  all.forEach(({ name, size }, place) => {
    room -= size;
    if (place >= ANSWERS || room < 0) writeText(name, null);
  });
}
