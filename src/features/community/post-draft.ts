/**
 * What was typed for the Mural and not sent yet: kept on this phone by person; signing out forgets it. Changes to a post
 * that the server refused are kept apart, under the refused command's id, so that neither takes the other's place.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { logger } from '@/lib/logger';
import type { Words } from './actions';

const keyOf = (userId: string, refusedId: string | null) =>
  `${PRIVATE_DRAFT_PREFIX}post_${userId}${refusedId === null ? '' : `_${refusedId}`}`;

export function readPostDraft(userId: string, refusedId: string | null): Words | null {
  try {
    const kept = localStorage.getItem(keyOf(userId, refusedId));
    return kept ? wordsOf(kept) : null;
  } catch (error) {
    logger.info('No draft', error);
    return null;
  }
}

/** Best effort: a full or closed storage refuses, and the form stays as it is. Null lets it go. */
export function keepPostDraft(userId: string, refusedId: string | null, words: Words | null): void {
  try {
    if (words) localStorage.setItem(keyOf(userId, refusedId), JSON.stringify(words));
    else localStorage.removeItem(keyOf(userId, refusedId));
  } catch (error) {
    logger.info('Draft not kept', error);
  }
}

/** Earlier releases kept the bare text. */
function wordsOf(kept: string): Words {
  const bare = { text: kept, cityId: null, styleId: null };
  try {
    const value: unknown = JSON.parse(kept);
    if (!value || typeof value !== 'object') return bare;
    const { text, cityId, styleId } = value as Record<keyof Words, unknown>;
    return typeof text === 'string' ? { text, cityId: idOrNull(cityId), styleId: idOrNull(styleId) } : bare;
  } catch {
    return bare;
  }
}

const idOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
