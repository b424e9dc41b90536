/**
 * Taps that the outbox does not hold yet. A heart changes with the finger, and a second tap undoes the first; so that a
 * page may go in that very moment, each is written down at once, where that takes no time. The next page stores it.
 */
import { createStore } from 'zustand/vanilla';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { fieldsOf, isNumber, isText, stored, storedKeys } from '@/lib/stored';

export interface Tap {
  /** Of the command that it becomes. */
  id: string;
  userId: string;
  teacherId: string;
  wanted: boolean;
  /** Milliseconds since 1970. */
  at: number;
  /** Up to which version the person had seen their marks. */
  base: number | null;
}

/** Those that this page is storing, by teacher. */
export const tapStore = createStore<{ taps: ReadonlyMap<string, boolean> }>()(() => ({ taps: new Map() }));

/** The heart shows it from now on. */
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

/** Writes it down in the place of an earlier one on the same heart. Whether the browser keeps it. */
export function keepTap(tap: Tap): boolean {
  if (keptAs(tap).write(tap)) return true;
  // An earlier one must not be taken for the last.
  keptAs(tap).write(null);
  return false;
}

/** Whether no later one has taken its place, and nobody has stored it. */
export function isKept(tap: Tap): boolean {
  return keptAs(tap).read()?.id === tap.id;
}

/** It is in the outbox. */
export function forgetTap(tap: Tap): void {
  if (isKept(tap)) keptAs(tap).write(null);
}

/** What is written down of a person: what pages that are gone have left, and what other tabs are storing. */
export function keptTaps(userId: string): Tap[] {
  return storedKeys(prefixOf(userId)).flatMap((key) => stored(key, parse).read() ?? []);
}

function parse(kept: unknown): Tap | null {
  const { id, userId, teacherId, wanted, at, base } = fieldsOf(kept);
  if (!isText(id) || !isText(userId) || !isText(teacherId) || typeof wanted !== 'boolean') return null;
  if (!isNumber(at) || (base !== null && !Number.isSafeInteger(base))) return null;
  return { id, userId, teacherId, wanted, at, base: base as number | null };
}
