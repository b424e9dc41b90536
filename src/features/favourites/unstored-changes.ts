/**
 * Changes of favourites that the outbox does not hold yet. A heart changes at once and a second tap undoes the first.
 * The page may close before the outbox has stored the change, so each change is first written to local storage,
 * synchronously; the next page stores it.
 */
import { createStore } from 'zustand/vanilla';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isNumber, isText, stored, storedKeys } from '@/lib/stored';

export interface FavouriteChange {
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

/** The changes that this page is storing, by teacher. */
export const unstoredChanges = createStore<{ changes: ReadonlyMap<string, boolean> }>()(() => ({
  changes: new Map(),
}));

export function addUnstored({ teacherId, wanted }: FavouriteChange): void {
  unstoredChanges.setState(({ changes }) => ({ changes: new Map(changes).set(teacherId, wanted) }));
}

export function dropUnstored({ teacherId }: FavouriteChange): void {
  unstoredChanges.setState(({ changes }) => {
    const left = new Map(changes);
    left.delete(teacherId);
    return { changes: left };
  });
}

const prefixOf = (userId: string) => `${PRIVATE_DRAFT_PREFIX}tap_${userId}_`;
const keptAs = ({ userId, teacherId }: FavouriteChange) => stored(prefixOf(userId) + teacherId, parse);

/**
 * Writes the change to local storage, replacing an earlier one on the same heart. Returns whether the browser stored it.
 */
export function keepChange(change: FavouriteChange): boolean {
  if (keptAs(change).write(change)) return true;
  // Removes the earlier change, which would otherwise pass for the last one.
  keptAs(change).write(null);
  return false;
}

/** Whether the change is still in local storage: no later change has replaced it and no page has stored it. */
export function isKept(change: FavouriteChange): boolean {
  return keptAs(change).read()?.id === change.id;
}

export function forgetChange(change: FavouriteChange): void {
  if (isKept(change)) keptAs(change).write(null);
}

/** The user's changes in local storage: left by closed pages, or being stored by other tabs. */
export function keptChanges(userId: string): FavouriteChange[] {
  return storedKeys(prefixOf(userId)).flatMap((key) => stored(key, parse).read() ?? []);
}

function parse(kept: unknown): FavouriteChange | null {
  const { id, userId, teacherId, wanted, at, base } = fieldsOf(kept);
  if (!isText(id) || !isText(userId) || !isText(teacherId) || typeof wanted !== 'boolean') return null;
  if (!isNumber(at) || (base !== null && !Number.isSafeInteger(base))) return null;
  return { id, userId, teacherId, wanted, at, base: base as number | null };
}
