/**
 * The last answers of the server, for when it cannot be reached: private, so under the prefix that signing out and a
 * session's end forget (auth/forget.ts). Disposable; the newest stay when there is no room.
 */

import { PRIVATE_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { fieldsOf, isMoment, readText, stored, storedKeys, writeText } from '@/lib/stored';

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
