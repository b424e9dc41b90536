/**
 * Taps that the outbox does not hold yet. A heart changes with the finger, and a second tap undoes the first; so that a
 * page may go in that very moment, each is written down at once, where that takes no time. The next page stores it.
 */
import { createStore } from 'zustand/vanilla';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { logger } from '@/lib/logger';

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
const keyOf = ({ userId, teacherId }: Tap) => prefixOf(userId) + teacherId;

/** Writes it down in the place of an earlier one on the same heart. Whether the browser keeps it. */
export function keepTap(tap: Tap): boolean {
  try {
    localStorage.setItem(keyOf(tap), JSON.stringify(tap));
    return true;
  } catch (error) {
    logger.info('A tap is not written down', error);
    // An earlier one must not be taken for the last.
    forgetEarlier(tap);
    return false;
  }
}

/** Whether no later one has taken its place, and nobody has stored it. */
export function isKept(tap: Tap): boolean {
  return parse(localStorage.getItem(keyOf(tap)))?.id === tap.id;
}

/** It is in the outbox. */
export function forgetTap(tap: Tap): void {
  try {
    if (isKept(tap)) localStorage.removeItem(keyOf(tap));
  } catch (error) {
    logger.info('A tap stays written down', error);
  }
}

function forgetEarlier(tap: Tap): void {
  try {
    localStorage.removeItem(keyOf(tap));
  } catch (error) {
    logger.info('There is nothing to forget', error);
  }
}

/** What is written down of a person: what pages that are gone have left, and what other tabs are storing. */
export function keptTaps(userId: string): Tap[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(userId)))
      .flatMap((key) => parse(localStorage.getItem(key)) ?? []);
  } catch (error) {
    logger.info('Taps cannot be read', error);
    return [];
  }
}

function parse(text: string | null): Tap | null {
  try {
    const value = JSON.parse(text ?? 'null') as Tap | null;
    const { id, userId, teacherId, wanted, at, base } = value ?? {};
    const named = [id, userId, teacherId].every((one) => typeof one === 'string');
    const dated = Number.isFinite(at) && (base === null || Number.isSafeInteger(base));
    return named && typeof wanted === 'boolean' && dated ? value : null;
  } catch {
    return null;
  }
}
