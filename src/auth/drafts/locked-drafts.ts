/**
 * Drafts of a person whom the server signed out, or who chose to keep them at sign-out: stored under a name that only
 * this person's next sign-in can find. No other person's screen shows them. They contain the typed texts, without the
 * person's id.
 */
import { logger } from '@/lib/logger';
import { personKey } from '@/lib/private-storage';
import { readText, storages, writeText } from '@/lib/stored';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';
import { draftKeys } from './typed-drafts';

const LOCKED_PREFIX = 'danceflix_locked_';
/** Replaces the person's id in the names of drafts. */
const SELF = '{self}';

/** Locks the person's drafts. Throws when storage refuses; the drafts then stay where they are. */
export async function lockDrafts(userId: string): Promise<void> {
  const drafts: Record<string, string> = {};
  for (const storage of storages()) {
    for (const key of draftKeys(storage, userId))
      drafts[key.replaceAll(userId, SELF)] ??= storage.getItem(key) ?? '';
  }
  if (Object.keys(drafts).length === 0) return;
  const locked = await lockedKey(userId);
  const isKept = writeText(locked, JSON.stringify({ ...parse(readText(locked)), ...drafts }));
  if (!isKept) throw new Error('Drafts are not locked: the storage is full or closed');
  for (const storage of storages()) for (const key of draftKeys(storage, userId)) storage.removeItem(key);
}

/** Restores the locked drafts. Texts typed since then win. */
export async function unlockDrafts(userId: string): Promise<void> {
  let locked: string;
  try {
    locked = await lockedKey(userId);
  } catch (error) {
    // Without Web Crypto nothing was locked either, and signing in does not depend on it.
    logger.warn('Locked drafts were not restored', error);
    return;
  }
  const areBack = Object.entries(parse(readText(locked))).every(([name, text]) => {
    const key = name.replaceAll(SELF, userId);
    return readText(key) !== null || writeText(key, text);
  });
  if (areBack) writeText(locked, null);
  else logger.warn('Locked drafts were not restored: the storage is full or closed');
}

async function lockedKey(userId: string): Promise<string> {
  // Without Web Crypto (plain http) the id itself, which only tells that this person was here.
  return LOCKED_PREFIX + (await personKey(userId).catch(() => userId));
}

function parse(text: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!value || typeof value !== 'object') return {};
    // Only drafts are restored: sessions and identities are never locked here.
    return Object.fromEntries(
      Object.entries(value).filter(
        ([name, kept]) => name.startsWith(PRIVATE_DRAFT_PREFIX) && typeof kept === 'string',
      ),
    );
  } catch {
    return {};
  }
}
