/**
 * Taps on hearts that the outbox does not hold yet. A heart changes at once and a second tap undoes the first. The page
 * may close before the outbox has stored the tap, so each tap is first written to local storage, synchronously; the
 * next page stores it.
 */
import { createStore } from 'zustand/vanilla';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isNumber, isText, stored, storedKeys } from '@/lib/stored';

export interface Tap {
  /** Id of the future command. */
  id: string;
  userId: string;
  teacherId: string;
  wanted: boolean;
  /** Milliseconds since 1970. */
  at: number;
  /** Version of the favourites that the user had seen. */
  base: number | null;
}

/** The taps that this page is storing, by teacher. */
export const tapStore = createStore<{ taps: ReadonlyMap<string, boolean> }>()(() => ({ taps: new Map() }));

export function noteTap({ teacherId, wanted }: Tap): void {
  tapStore.setState(({ taps }) => ({ taps: new Map(taps).set(teacherId, wanted) }));
}

export function dropTap({ teacherId }: Tap): void {
  tapStore.setState(({ taps }) => {
    const left = new Map(taps);
    left.delete(teacherId);
    return { taps: left };
  });
}

const prefixOf = (userId: string) => `${PRIVATE_DRAFT_PREFIX}tap_${userId}_`;
const keptAs = ({ userId, teacherId }: Tap) => stored(prefixOf(userId) + teacherId, parse);

/**
 * Writes the tap to local storage, replacing an earlier one on the same heart. Returns whether the browser stored it.
 */
export function keepTap(tap: Tap): boolean {
  if (keptAs(tap).write(tap)) return true;
  // Removes the earlier tap, which would otherwise pass for the last one.
  keptAs(tap).write(null);
  return false;
}

/** Whether the tap is still in local storage: no later tap has replaced it and no page has stored it. */
export function isKept(tap: Tap): boolean {
  return keptAs(tap).read()?.id === tap.id;
}

export function forgetTap(tap: Tap): void {
  if (isKept(tap)) keptAs(tap).write(null);
}

/** The user's taps in local storage: left by closed pages, or being stored by other tabs. */
export function keptTaps(userId: string): Tap[] {
  return storedKeys(prefixOf(userId)).flatMap((key) => stored(key, parse).read() ?? []);
}

function parse(kept: unknown): Tap | null {
  const { id, userId, teacherId, wanted, at, base } = fieldsOf(kept);
  if (!isText(id) || !isText(userId) || !isText(teacherId) || typeof wanted !== 'boolean') return null;
  if (!isNumber(at) || (base !== null && !Number.isSafeInteger(base))) return null;
  return { id, userId, teacherId, wanted, at, base: base as number | null };
}
