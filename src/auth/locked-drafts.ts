/**
 * Drafts of somebody whom the server signed out, or who wished so when leaving: put away under a name that only the same
 * person's return finds again. Nobody else's screen shows them. They are what was typed, without the person's id.
 */
import { logger } from '@/lib/logger';
import { personKey } from '@/lib/private-storage';
import { storages } from '@/lib/stored';
import { PRIVATE_DRAFT_PREFIX } from './forget';
import { draftKeys } from './typed-drafts';

const LOCKED_PREFIX = 'danceflix_locked_';
/** Stands for the person's id in the names of drafts. */
const SELF = '{self}';

/** Puts the person's drafts away. Throws when storage refuses; they then stay where they are. */
export async function lockDrafts(userId: string): Promise<void> {
  const drafts: Record<string, string> = {};
  for (const storage of storages()) {
    for (const key of draftKeys(storage, userId))
      drafts[key.replaceAll(userId, SELF)] ??= storage.getItem(key) ?? '';
  }
  if (Object.keys(drafts).length === 0) return;
  const locked = await lockedKey(userId);
  const before = parse(localStorage.getItem(locked));
  localStorage.setItem(locked, JSON.stringify({ ...before, ...drafts }));
  for (const storage of storages()) for (const key of draftKeys(storage, userId)) storage.removeItem(key);
}

/** Gives them back. What was typed since wins. */
export async function unlockDrafts(userId: string): Promise<void> {
  try {
    const locked = await lockedKey(userId);
    for (const [name, text] of Object.entries(parse(localStorage.getItem(locked)))) {
      const key = name.replaceAll(SELF, userId);
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
    }
    localStorage.removeItem(locked);
  } catch (error) {
    logger.warn('Drafts stay locked', error);
  }
}

async function lockedKey(userId: string): Promise<string> {
  // Without Web Crypto (plain http) the id itself, which says no more than that somebody was here.
  return LOCKED_PREFIX + (crypto.subtle ? await personKey(userId) : userId);
}

function parse(text: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!value || typeof value !== 'object') return {};
    // Nothing but drafts comes back: a session or an identity was never put away here.
    return Object.fromEntries(
      Object.entries(value).filter(
        ([name, kept]) => name.startsWith(PRIVATE_DRAFT_PREFIX) && typeof kept === 'string',
      ),
    );
  } catch {
    return {};
  }
}
